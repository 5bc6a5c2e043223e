import { useState } from 'react'
import { CodeForm } from '../../lib/code-form.tsx'
import { SelectField } from '../../ui/field.tsx'
import { useAuth } from './use-auth.ts'
import type { SignedInUser } from './user.ts'

type FactorCodeProps = { user: SignedInUser; hint: string; onDone: () => void }

/** The code of an authenticator app of the account, and which app where there are several. */
export function FactorCode({ user: { factors }, hint, onDone }: FactorCodeProps) {
  const { accounts } = useAuth()
  const [chosen, setChosen] = useState(factors[0]?.id)
  const factorId = factors.some(({ id }) => id === chosen) ? chosen : factors[0]?.id
  return (
    <>
      {factors.length > 1 && (
        <SelectField label="App" value={factorId} onChange={(event) => setChosen(event.target.value)}>
          {factors.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      {factorId && (
        <CodeForm
          label="Code"
          hint={hint}
          button="Continue"
          busyButton="Checking"
          onCode={async (code) => {
            await (await accounts()).verifyFactor(factorId, code)
            onDone()
          }}
        />
      )}
    </>
  )
}
