import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { include: ['tests/**/*.test.ts'], maxWorkers: 3, retry: 1, testTimeout: 30_000, hookTimeout: 30_000 },
});
