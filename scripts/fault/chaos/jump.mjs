// Loaded into a server before it starts (`NODE_OPTIONS=--import`): at each SIGUSR2 its clock jumps two minutes ahead, or back.
const jumpMs = 120_000;
const RealDate = Date;
const now = RealDate.now;
let aheadMs = 0;

globalThis.Date = class extends RealDate {
  constructor(...values) {
    if (values.length === 0) super(now() + aheadMs);
    else super(...values);
  }
  static now() {
    return now() + aheadMs;
  }
};

process.on('SIGUSR2', () => {
  aheadMs = aheadMs === 0 ? jumpMs : 0;
});
