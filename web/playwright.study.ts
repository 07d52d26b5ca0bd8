import { join } from 'node:path';
import config from './playwright.config';
import { folder, TOKEN } from './tests/study/plan';

// The study is served by the program itself, from the page as it was built.
const program = process.env.STUMPER ?? '../target/debug/stumper';
const port = Number(process.env.STUDY_PORT ?? 4174);
const place = folder();

export default {
  ...config,
  testDir: 'tests/study',
  testIgnore: [],
  use: { ...config.use, baseURL: `http://127.0.0.1:${port}/` },
  webServer: {
    command: `${program} study serve ${join(place, 'study.toml')} --port ${port} --db ${join(place, 'study.db')} --token ${TOKEN} --folder dist`,
    url: `http://127.0.0.1:${port}/api/study`,
    reuseExistingServer: false,
  },
};
