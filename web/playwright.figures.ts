import config from './playwright.config';

// Speed and size, one after another.
export default { ...config, testDir: 'tests/figures', testIgnore: [], workers: 1, retries: 0, timeout: 600_000 };
