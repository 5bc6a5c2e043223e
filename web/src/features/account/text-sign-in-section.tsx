import type { OwnNumber } from '@walkon/contracts/http/identity'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Caller } from '../../lib/api.ts'
import type { OwnerProof } from '../../lib/owner-proof.ts'
import { toSpokenPhone } from '../../lib/phone-words.ts'
import { accountProblemText } from '../../lib/account-texts.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Failure } from '../../ui/failure.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Section } from '../../ui/section.tsx'
import { ProofForm } from './proof-form.tsx'
import { numbersQuery, turnOffTextSignIn, turnOnTextSignIn } from './queries.ts'
import { useProvenChange } from './use-proven-change.ts'

type TextSignInSectionProps = {
  caller: Caller
  email: string
  hasPassword: boolean
  onSendCode: () => Promise<void>
  /** The change is made. */
  onChanged: (number: string, isOn: boolean) => void
}

/** The numbers that get the visitor's alerts, and by which of them a code by text logs in. */
export function TextSignInSection({ caller, email, hasPassword, ...rest }: TextSignInSectionProps) {
  const { data: numbers, isError, isFetching, refetch } = useQuery(numbersQuery(caller))
  const queryClient = useQueryClient()
  const { make, withheld, cancel } = useProvenChange()

  async function change(number: string, isOn: boolean, proof?: OwnerProof): Promise<void> {
    await (isOn ? turnOnTextSignIn(caller, number, proof) : turnOffTextSignIn(caller))
    await queryClient.invalidateQueries(numbersQuery(caller))
    rest.onChanged(number, isOn)
  }

  return (
    <Section
      title="Log in by text"
      text="A code to your phone instead of a password. If two accounts share a number, it can’t log in to either."
      value={numbers && (numbers.find(({ signsIn }) => signsIn) ? 'On' : 'Off')}
    >
      {!numbers && !isError && <Loading label="Loading your numbers" className="h-12! rounded-card!" />}
      {isError && !numbers && (
        <Failure
          title="Error loading your numbers"
          heading="strong"
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {numbers?.length === 0 && (
        <p>No number yet. Get alerts by text and answer YES to our first text, and it shows here.</p>
      )}
      {numbers && numbers.length > 0 && (
        <ul>
          {numbers.map((own) => (
            <NumberRow
              key={own.number}
              own={own}
              onChange={() => make((proof) => change(own.number, !own.signsIn, proof))}
            />
          ))}
        </ul>
      )}
      {withheld && (
        <ProofForm
          email={email}
          hasPassword={hasPassword}
          onSendCode={rest.onSendCode}
          onProof={withheld}
          onCancel={cancel}
        />
      )}
    </Section>
  )
}

function NumberRow({
  own: { number, signsIn },
  onChange,
}: {
  own: OwnNumber
  onChange: () => Promise<void>
}) {
  const { isBusy, problem, run } = useAction(onChange, accountProblemText)
  const name = toSpokenPhone(number)
  const verb = signsIn ? 'Turn off' : 'Turn on'
  return (
    <li className="grid gap-2 border-t border-line py-3">
      <span className="flex items-center justify-between gap-3">
        <span className="min-w-0 wrap-anywhere">
          <b className="block font-display leading-5">{name}</b>
          <span className="text-14 text-ink-2">
            {signsIn ? 'A code by text logs you in' : 'Gets your alerts'}
          </span>
        </span>
        <Button quiet small busy={isBusy} aria-label={`${verb} login by text: ${name}`} onClick={run}>
          {verb}
        </Button>
      </span>
      <FormProblem problem={problem} />
    </li>
  )
}
