import { stepsOfMessage, type LifeStep } from '@walkon/contracts/life-steps'
import type { DeliveryRow } from './delivery-rows.ts'

/** How the life of a thing that is told is printed: headings, then its steps in order, with the seconds since the first. */

export type Step = { at: Date; what: string }

export const toSteps = (steps: [at: Date | null, what: string][]): Step[] =>
  steps.flatMap(([at, what]) => (at ? [{ at, what }] : []))

/** The steps that the support desk shows too, each with the part that took it. */
export const toPlainSteps = (steps: LifeStep[]): Step[] =>
  steps.map(({ at, what, of = '', detail = '' }) => ({ at, what: `${what}${of && ` ${of}`}${detail}` }))

export function toLines(headings: string[], steps: Step[]): string[] {
  const inOrder = steps.toSorted((one, other) => one.at.getTime() - other.at.getTime())
  const startMs = inOrder[0]?.at.getTime() ?? 0
  return [
    ...headings,
    ...inOrder.map(({ at, what }) => {
      const seconds = ((at.getTime() - startMs) / 1_000).toFixed(3).padStart(9)
      return `  ${at.toISOString()} ${seconds} s  ${what}`
    }),
  ]
}

export const toTraceHeading = (traceparent: string | null): string =>
  `trace ${traceparent?.split('-')[1] ?? 'no longer known'}`

export function stepsOfDelivery(delivery: DeliveryRow): Step[] {
  const name = `by ${delivery.channel}, delivery ${delivery.id}`
  return stepsOfMessage(delivery).map(({ at, what, detail = '' }) => ({
    at,
    what: `${what} ${name}${detail}`,
  }))
}
