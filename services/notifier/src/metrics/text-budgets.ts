import type { Metrics } from '@walkon/service/metrics'
import { Gauge } from 'prom-client'
import type { TextLimit } from '../limits/texts.ts'

/** Counted in the shared cache, so that each replica shows the same; while that is away, what it has counted itself. */
export function measureTextBudgets(registry: Metrics, texts: Pick<TextLimit, 'left'>): void {
  const gauge: Gauge = new Gauge({
    name: 'texts_left_today',
    help: 'Texts that may still be sent until midnight UTC: alerts and answers, and questions to numbers that have not confirmed',
    labelNames: ['budget'],
    registers: [registry],
    collect: async () => {
      const left = await texts.left()
      gauge.set({ budget: 'alerts' }, left.alerts)
      gauge.set({ budget: 'questions' }, left.questions)
    },
  })
}
