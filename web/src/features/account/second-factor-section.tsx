import { useState } from 'react'
import { CodeForm } from '../../lib/code-form.tsx'
import type { OwnerProof } from '../../lib/owner-proof.ts'
import { accountProblemText } from '../../lib/account-texts.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { Section } from '../../ui/section.tsx'
import { ProofForm } from './proof-form.tsx'
import { useProvenChange } from './use-proven-change.ts'

type Factor = { id: string; name: string }
type NewFactor = { id: string; secret: string; qrCodeUrl: string }

type SecondFactorSectionProps = {
  email: string
  hasPassword: boolean
  factors: Factor[]
  onEnroll: (name: string, proof?: OwnerProof) => Promise<NewFactor>
  onVerify: (id: string, code: string) => Promise<unknown>
  onRemove: (id: string, proof?: OwnerProof) => Promise<void>
  onSendCode: () => Promise<void>
}

export function SecondFactorSection({ email, hasPassword, factors, ...changes }: SecondFactorSectionProps) {
  const [begun, setBegun] = useState<NewFactor | null>(null)
  const { make, withheld, cancel } = useProvenChange()
  const enrollment = useAction(
    () => make(async (proof) => setBegun(await changes.onEnroll(nameOfNext(factors), proof))),
    accountProblemText,
  )
  return (
    <Section
      title="Second factor"
      text="Adds a six-digit code from an app when you log in."
      value={factors.length > 0 ? 'On' : 'Off'}
      act={factors.length > 0 ? 'Change' : 'Turn on'}
    >
      {factors.length > 0 && (
        <ul>
          {factors.map((factor) => (
            <FactorRow
              key={factor.id}
              factor={factor}
              onRemove={() => make((proof) => changes.onRemove(factor.id, proof))}
            />
          ))}
        </ul>
      )}
      {factors.length === 0 && !begun && <p>Not set up yet.</p>}
      <FormProblem problem={enrollment.problem} />
      {withheld && (
        <ProofForm
          email={email}
          hasPassword={hasPassword}
          onSendCode={changes.onSendCode}
          onProof={withheld}
          onCancel={cancel}
        />
      )}
      {begun ? (
        <Enrollment
          factor={begun}
          onCode={async (code) => {
            await changes.onVerify(begun.id, code)
            setBegun(null)
          }}
          onCancel={() => setBegun(null)}
        />
      ) : withheld ? null : (
        <Button
          quiet={factors.length > 0}
          busy={enrollment.isBusy}
          className="justify-self-start"
          onClick={enrollment.run}
        >
          {factors.length === 0 ? 'Set up an authenticator app' : 'Add another app'}
        </Button>
      )}
    </Section>
  )
}

type EnrollmentProps = {
  factor: NewFactor
  onCode: (code: string) => Promise<void>
  onCancel: () => void
}

function Enrollment({ factor, onCode, onCancel }: EnrollmentProps) {
  return (
    <div className="grid gap-4">
      <ol className="grid list-decimal gap-4 pl-5">
        <li>
          <p className="pb-2">Scan this with your authenticator app.</p>
          {/* Always on white: dark themes would turn it into one that cameras do not read. */}
          <img
            src={factor.qrCodeUrl}
            alt="QR code for your authenticator app"
            width={200}
            height={200}
            className="rounded-card bg-[#fff] p-3"
          />
        </li>
        <li>
          <p>Or type this key into it.</p>
          <code className="block font-bold tracking-wider wrap-anywhere select-all">
            {inGroups(factor.secret)}
          </code>
        </li>
        <li>
          <p className="pb-2">Enter the code it shows now.</p>
          <CodeForm
            label="Code"
            hint="six digits, from your app"
            button="Turn on"
            busyButton="Checking"
            onCode={onCode}
          />
        </li>
      </ol>
      <Button quiet small className="justify-self-start" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  )
}

function FactorRow({ factor, onRemove }: { factor: Factor; onRemove: () => Promise<void> }) {
  const removal = useAction(onRemove, accountProblemText)
  return (
    <li className="grid gap-2 border-t border-line py-2">
      <span className="flex items-center justify-between gap-3">
        <b className="min-w-0 wrap-anywhere">{factor.name}</b>
        <Button quiet small busy={removal.isBusy} aria-label={`Remove ${factor.name}`} onClick={removal.run}>
          {removal.isBusy ? 'Removing' : 'Remove'}
        </Button>
      </span>
      <FormProblem problem={removal.problem} />
    </li>
  )
}

/** Two apps of one account have two names. */
function nameOfNext(factors: Factor[]): string {
  const names = new Set(factors.map(({ name }) => name))
  let count = 1
  let name = 'Authenticator app'
  while (names.has(name)) {
    count += 1
    name = `Authenticator app ${count}`
  }
  return name
}

const inGroups = (secret: string): string => secret.replaceAll(/(.{4})(?=.)/g, '$1 ')
