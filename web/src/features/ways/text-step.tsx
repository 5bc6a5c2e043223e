import type { TextWay } from '@walkon/contracts/http/ways'
import { useQuery } from '@tanstack/react-query'
import type { Caller } from '../../lib/api.ts'
import { textWayQuery } from './queries.ts'

const UNTIL_THEN = 'Until then your alerts go to your email address.'

/** The steps left after an order for texts; their end shows live. As high as its longest state, so that nothing below it moves. */
export function TextStep({ caller }: { caller: Caller }) {
  const { data: way } = useQuery(textWayQuery(caller))
  return (
    <div aria-live="polite" className="min-h-18 sm:min-h-12">
      {way ? <Step way={way} /> : <TextStepWords />}
    </div>
  )
}

function Step({ way: { number, state } }: { way: TextWay }) {
  switch (state) {
    case 'confirmed':
      return (
        <p>
          <b>Texts are on.</b> Your alerts come to {number}.
        </p>
      )
    case 'waiting-for-yes':
      return (
        <p>
          <b>One more thing: answer YES</b> to our text at {number}. {UNTIL_THEN}
        </p>
      )
    case 'stopped':
      return (
        <p>
          <b>One more thing: text START</b> to our number. {number} has sent us STOP. {UNTIL_THEN}
        </p>
      )
    case 'unreachable':
      return <p>Our texts don’t reach {number}, so your alerts go to your email address.</p>
    default:
      return state satisfies never
  }
}

/** For a page that may not know the number. */
export const TextStepWords = () => (
  <p>
    <b>One more thing: answer YES</b> to our text, if your number is new to us. {UNTIL_THEN}
  </p>
)
