import { inTrace, startSpanBelow } from '@walkon/service/trace-context'
import type { Answer } from './provider-answers.ts'

type TracedCall = { traceparent?: string | null }

type CallSpans = {
  /** Makes the request. */
  within<Result>(work: () => Result): Result
  end(answers: Pick<Answer, 'kind'>[]): void
}

/** Starts a span of a request to a provider below each parent of its calls: `send email`. It ends with the kinds of the answers. */
export function startCallSpans(name: string, calls: TracedCall[]): CallSpans {
  const placesOf = Map.groupBy(calls.keys(), (place) => calls[place]?.traceparent ?? null)
  const spans = [...placesOf].flatMap(([traceparent, places]) => {
    const span = startSpanBelow(traceparent, `send ${name}`, {
      kind: 'client',
      attributes: { 'walkon.calls': places.length },
    })
    return span ? [{ span, places }] : []
  })
  const [first, ...others] = spans.map(({ span }) => span)
  return {
    // A request for several traces is none's child.
    within: (work) =>
      first && others.length === 0 ? inTrace(first.traceId, work, { spans: [first] }) : work(),
    end: (answers) => {
      for (const { span, places } of spans) {
        const kinds = new Set(places.map((place) => answers[place]?.kind ?? 'none'))
        span.end({
          attributes: { 'walkon.outcome': [...kinds].toSorted().join(' ') },
          failed: !kinds.has('accepted'),
        })
      }
    },
  }
}
