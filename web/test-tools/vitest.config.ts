import { svelte } from '@sveltejs/vite-plugin-svelte';
import { svelteTesting } from '@testing-library/svelte/vite';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [svelte(), svelteTesting()],
  resolve: { dedupe: ['svelte'] },
  test: {
    environment: 'jsdom',
    include: ['test-tools/tests/**/*.test.ts'],
    setupFiles: ['test-tools/tests/setup.ts'],
    testTimeout: 30_000,
  },
});
