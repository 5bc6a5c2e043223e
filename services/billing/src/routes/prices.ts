import { priceList } from '@walkon/contracts/http/billing'
import type { HttpApp } from '@walkon/service/http'
import type { Settings } from '../config.ts'

/** `GET /prices`: the settings that pages show. The gateway caches one answer for all visitors for a minute. */
export async function priceRoutes(app: HttpApp, { settings }: { settings: Settings }): Promise<void> {
  app.get(
    '/prices',
    {
      config: { access: 'public' },
      schema: {
        summary: 'Read the prices',
        operationId: 'readPrices',
        tags: ['prices'],
        success:
          'Whether passes are free and anything can be paid, the prices in cents, the length of a day, the grace of a plan, whether SMS is offered, and how many passes a day are sold for a park.',
        response: { 200: priceList },
      },
    },
    async (_request, reply) => {
      reply.header('cache-control', 'public, max-age=60')
      return {
        prices: settings.PRICES,
        takesPayments: settings.PRICES === 'list',
        currency: 'usd' as const,
        smsDayCents: settings.SMS_DAY_CENTS,
        emailDayCents: settings.EMAIL_DAY_CENTS,
        unlimitedMonthCents: settings.UNLIMITED_MONTH_CENTS,
        assistDayCents: settings.ASSIST_DAY_CENTS,
        passHours: settings.PASS_HOURS,
        planGraceDays: settings.PLAN_GRACE_DAYS,
        smsEnabled: settings.SMS_ENABLED,
        dailyPassesPerPark: settings.DAILY_PASSES_PER_PARK ?? null,
      }
    },
  )
}
