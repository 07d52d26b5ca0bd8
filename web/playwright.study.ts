import { join } from 'node:path';
import config from './playwright.config';
import { folder } from './tests/study/plan';

// The study is served by the program itself, from the page as it was built.
const program = process.env.STUMPER ?? '../target/debug/stumper';
const port = Number(process.env.STUDY_PORT ?? 4174);
const place = folder();
const options = {
  port,
  db: join(place, 'study.db'),
  'token-file': join(place, 'token'),
  folder: 'dist',
  log: 'error',
};
const words = Object.entries(options).map(([name, value]) => `--${name} ${value}`);

export default {
  ...config,
  testDir: 'tests/study',
  testIgnore: [],
  use: { ...config.use, baseURL: `http://127.0.0.1:${port}/` },
  webServer: {
    // Many browsers ask from one address here.
    command: `${program} study serve ${join(place, 'study.toml')} --no-limits ${words.join(' ')}`,
    url: `http://127.0.0.1:${port}/api/study`,
    reuseExistingServer: false,
  },
};
