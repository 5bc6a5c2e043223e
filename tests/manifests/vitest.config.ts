import { defineConfig } from 'vitest/config'

/** `k8s/` as kustomize builds it, by the strict schemas of each kind. Needs kustomize or kubectl. */
export default defineConfig({
  test: {
    name: 'manifests',
    include: ['tests/manifests/**/*.test.ts'],
    testTimeout: 30_000,
  },
})
