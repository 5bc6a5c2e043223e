import { defineConfig } from 'vitest/config'

/** `k8s/` as kustomize builds it, by the strict schemas of each kind, and its alarms in Prometheus's own engine. Needs kustomize or kubectl, and promtool. */
export default defineConfig({
  test: {
    name: 'manifests',
    include: ['tests/manifests/**/*.test.ts'],
    testTimeout: 30_000,
  },
})
