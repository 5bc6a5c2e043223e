import { defineConfig } from 'vitest/config'

/** Every request of billing to Stripe, checked by Stripe's own stripe-mock. Needs Go. */
export default defineConfig({
  test: {
    name: 'stripe-mock',
    include: ['tests/stripe-mock/**/*.test.ts'],
    globalSetup: ['tests/stripe-mock/server.ts'],
    testTimeout: 20_000,
    hookTimeout: 300_000,
  },
})
