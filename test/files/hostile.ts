import { randomBytes } from 'node:crypto';
import { crc32, deflateSync, gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { documents, type Hostile } from './hostile-documents.ts';
import { pdf, picture, png } from './upload.ts';

const latin = (text: string) => Buffer.from(text, 'latin1');
const script = '<script>alert(document.cookie)</script>';
const mebibyte = 1024 * 1024;

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([latin(type), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

const signature = latin('\x89PNG\r\n\x1A\n');

/** A PNG whose header declares so many pixels, over any data. */
function declaredPng(width: number, height: number, data = deflateSync(Buffer.alloc(64))): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
}

/** Puts a chunk of one's own behind the head of a good PNG. */
const pngWith = async (type: string, data: Buffer) => {
  const good = await png();
  return Buffer.concat([good.subarray(0, 33), chunk(type, data), good.subarray(33)]);
};

const jpeg = () => picture().jpeg().toBuffer();
const webp = () => picture().webp().toBuffer();
const gif = () => picture().gif().toBuffer();

/** A JPEG with a segment of one's own behind its first mark. */
const jpegWith = async (marker: number, data: Buffer) => {
  const good = await jpeg();
  const head = Buffer.from([0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 0xff]);
  return Buffer.concat([good.subarray(0, 2), head, data, good.subarray(2)]);
};

const withLocation = () =>
  picture()
    .withExif({
      IFD0: { Make: 'SecretCam', Copyright: 'Ida Berg' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 0/1' },
    })
    .jpeg()
    .toBuffer();

const movingWebp = () =>
  sharp(randomBytes(20 * 40 * 3), { raw: { width: 20, height: 40, channels: 3, pageHeight: 20 } })
    .webp({ loop: 0, delay: [50, 50] })
    .toBuffer();

const zip = Buffer.concat([latin('PK\x03\x04'), Buffer.alloc(26), latin('PK\x05\x06'), Buffer.alloc(18)]);
const inPlain = ['<script', 'alert('];

const otherTypes: Hostile[] = [
  { what: 'nothing', content: () => Buffer.alloc(0), code: 'files.empty' },
  { what: 'one null byte', content: () => Buffer.alloc(1), code: 'files.type' },
  {
    what: 'a page of HTML called a picture',
    name: 'photo.png',
    content: () => latin(`<html>${script}`),
    code: 'files.type',
  },
  {
    what: 'HTML behind spaces',
    name: 'a.pdf',
    content: () => latin(`  \n<!doctype html>${script}`),
    code: 'files.type',
  },
  {
    what: 'an SVG with a script',
    name: 'a.svg',
    content: () => latin(`<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`),
    code: 'files.type',
  },
  {
    what: 'an SVG that reads a file',
    name: 'a.png',
    content: () => latin('<?xml version="1.0"?><!DOCTYPE s [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg>&x;</svg>'),
    code: 'files.type',
  },
  { what: 'a compressed SVG', name: 'a.svgz', content: () => gzipSync('<svg onload="alert(1)"/>'), code: 'files.type' },
  {
    what: 'an SVG that fetches a picture',
    content: () => latin('<svg><image href="http://127.0.0.1/x"/></svg>'),
    code: 'files.type',
  },
  {
    what: 'a program for Windows',
    name: 'invoice.pdf.exe',
    content: () => latin(`MZ\x90\0${'\0'.repeat(60)}PE\0\0`),
    code: 'files.type',
  },
  { what: 'a program for Linux', name: 'invoice.pdf', content: () => latin('\x7FELF\x02\x01\x01'), code: 'files.type' },
  { what: 'a shell script', name: 'proof.png', content: () => latin('#!/bin/sh\nrm -rf /\n'), code: 'files.type' },
  {
    what: 'a PHP page',
    name: 'proof.php.jpg',
    content: () => latin('<?php system($_GET["c"]); ?>'),
    code: 'files.type',
  },
  { what: 'a ZIP archive', name: 'proof.zip', content: () => zip, code: 'files.type' },
  { what: 'a gzip bomb', name: 'proof.pdf', content: () => gzipSync(Buffer.alloc(64 * mebibyte)), code: 'files.type' },
  { what: 'a GIF', content: gif, code: 'files.type' },
  {
    what: 'a GIF that is a script',
    name: 'a.js',
    content: () => latin('GIF89a/*\0\0*/=1;alert(document.cookie)//;'),
    code: 'files.type',
  },
  {
    what: 'a moving GIF bomb',
    content: async () => Buffer.concat([await gif(), Buffer.alloc(100_000, 0x2c)]),
    code: 'files.type',
  },
  { what: 'a TIFF', content: () => picture().tiff().toBuffer(), code: 'files.type' },
  { what: 'a BMP', content: () => latin(`BM${'\0'.repeat(60)}`), code: 'files.type' },
  { what: 'an icon', content: () => latin('\0\0\x01\0\x01\0'), code: 'files.type' },
  { what: 'an AVIF', content: () => picture().avif({ effort: 0 }).toBuffer(), code: 'files.type' },
  { what: 'a PostScript program', content: () => latin('%!PS-Adobe-3.0\n(/etc/passwd) (r) file'), code: 'files.type' },
  {
    what: 'an ImageMagick script',
    name: 'a.jpg',
    content: () => latin('push graphic-context\nfill \'url(https://127.0.0.1/x"|ls "-la)\''),
    code: 'files.type',
  },
  { what: 'a sound file in a RIFF', content: () => latin('RIFF\x24\0\0\0WAVEfmt '), code: 'files.type' },
  {
    what: 'a text with a macro',
    name: 'a.docm',
    content: () => latin('PK\x03\x04\x14\0vbaProject.bin'),
    code: 'files.type',
  },
  { what: 'a PDF behind a program', content: () => Buffer.concat([latin('MZ\x90\0'), pdf()]), code: 'files.type' },
  { what: 'a PDF behind a page of HTML', content: () => Buffer.concat([latin(script), pdf()]), code: 'files.type' },
  {
    what: 'more than the limit',
    content: () => Buffer.concat([pdf(), Buffer.alloc(10 * mebibyte)]),
    code: 'files.too_large',
  },
];

const pictures: Hostile[] = [
  { what: 'a PNG of its first bytes alone', content: () => signature, code: 'files.unreadable' },
  {
    what: 'a script behind the first bytes of a PNG',
    content: () => Buffer.concat([signature, latin(script)]),
    code: 'files.unreadable',
  },
  {
    what: 'a PNG cut in half',
    content: async () => (await picture(200, 200).png().toBuffer()).subarray(0, 60_000),
    code: 'files.unreadable',
  },
  { what: 'a PNG of 50,000 × 50,000', content: () => declaredPng(50_000, 50_000), code: 'files.pixels' },
  { what: 'a PNG of 2,000,000 × 26', content: () => declaredPng(2_000_000, 26), code: 'files.pixels' },
  {
    what: 'a PNG of 50,000 × 50,000 of real noughts',
    content: () => declaredPng(50_000, 50_000, deflateSync(Buffer.alloc(32 * mebibyte))),
    code: 'files.pixels',
  },
  { what: 'a PNG without pixels', content: () => declaredPng(0, 0), code: 'files.unreadable' },
  { what: 'a PNG whose data are of another size', content: () => declaredPng(4000, 4000), code: 'files.unreadable' },
  {
    what: 'a PNG whose data are no data',
    content: () => declaredPng(100, 100, latin(script)),
    code: 'files.unreadable',
  },
  {
    what: 'a moving PNG',
    content: () => pngWith('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0])),
    code: 'files.animated',
  },
  { what: 'a moving WebP', content: movingWebp, code: 'files.animated' },
  {
    what: 'a WebP cut in half',
    content: async () => (await picture(200, 200).webp().toBuffer()).subarray(0, 2000),
    code: 'files.unreadable',
  },
  {
    what: 'a WebP of its first bytes alone',
    content: () => latin('RIFF\xFF\xFF\xFF\xFFWEBPVP8X'),
    code: 'files.unreadable',
  },
  { what: 'a JPEG of its first bytes alone', content: () => latin('\xFF\xD8\xFF\xE0'), code: 'files.unreadable' },
  {
    what: 'a script behind the first bytes of a JPEG',
    content: () => latin(`\xFF\xD8\xFF\xE0${script}`),
    code: 'files.unreadable',
  },
  {
    what: 'a JPEG cut in half',
    content: async () => (await picture(400, 400).jpeg().toBuffer()).subarray(0, 20_000),
    code: 'files.unreadable',
  },
  {
    what: 'a JPEG of 65,500 × 65,500',
    content: async () => {
      const good = Buffer.from(await jpeg());
      const frame = good.indexOf(Buffer.from([0xff, 0xc0]));
      good.writeUInt16BE(65_500, frame + 5);
      good.writeUInt16BE(65_500, frame + 7);
      return good;
    },
    code: 'files.pixels',
  },
  {
    what: 'a JPEG that tells where it was taken',
    content: withLocation,
    type: 'image/jpeg',
    without: ['Exif', 'SecretCam', 'Ida Berg'],
  },
  {
    what: 'a PNG with a script in its text',
    content: () => pngWith('tEXt', latin(`Comment\0${script}`)),
    type: 'image/png',
    without: [...inPlain, 'tEXt'],
  },
  {
    what: 'a PNG with XMP',
    content: () => pngWith('iTXt', latin(`XML:com.adobe.xmp\0\0\0\0\0${script}`)),
    type: 'image/png',
    without: inPlain,
  },
  {
    what: 'a JPEG with a comment of PHP',
    name: 'x.php',
    content: () => jpegWith(0xfe, latin('<?php system("ls"); ?>')),
    type: 'image/jpeg',
    without: ['<?php'],
  },
  {
    what: 'a JPEG with a page of HTML behind it',
    content: async () => Buffer.concat([await jpeg(), latin(script)]),
    type: 'image/jpeg',
    without: inPlain,
  },
  {
    what: 'a PNG that is a ZIP archive too',
    content: async () => Buffer.concat([await png(), zip]),
    type: 'image/png',
    without: ['PK\x05\x06'],
  },
  {
    what: 'a WebP that is a ZIP archive too',
    content: async () => Buffer.concat([await webp(), zip]),
    type: 'image/webp',
    without: ['PK\x05\x06'],
  },
  {
    what: 'a PNG with a PDF behind it',
    content: async () => Buffer.concat([await png(), pdf()]),
    type: 'image/png',
    without: ['%PDF'],
  },
  { what: 'a JPEG called a PDF', name: 'proof.pdf', content: jpeg, type: 'image/jpeg' },
];

/** More than sixty, each refused for its reason, or stored harmless. */
export const hostileFiles: readonly Hostile[] = [...otherTypes, ...pictures, ...documents];
