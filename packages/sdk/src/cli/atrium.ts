#!/usr/bin/env node
import { here } from './here.ts';
import { main } from './main.ts';

process.exitCode = await main(process.argv.slice(2), here(process.cwd()));
