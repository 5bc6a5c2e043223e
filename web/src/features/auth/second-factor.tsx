import { useState } from 'react'
import { CodeForm } from '../../lib/code-form.tsx'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/field.tsx'
import { useLogOut } from './account-menu.tsx'
import { useAuth } from './use-auth.ts'
import type { SignedInUser } from './user.ts'

/** After the password: the code of the app that the account asks for. */
export function SecondFactor({ user, onDone }: { user: SignedInUser; onDone: () => void }) {
  const { accounts } = useAuth()
  const logOut = useLogOut()
  const { factors } = user
  const [chosen, setChosen] = useState(factors[0]?.id)
  const factorId = factors.some(({ id }) => id === chosen) ? chosen : factors[0]?.id
  return (
    <div className="grid gap-6">
      <p className="wrap-anywhere text-ink-2">
        You are logging in as <b className="text-ink">{user.email}</b>. Open your authenticator app, and enter
        the code that it shows for Walkon.
      </p>
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
          hint="six digits, from your app"
          button="Continue"
          busyButton="Checking"
          onCode={async (code) => {
            await (await accounts()).verifyFactor(factorId, code)
            onDone()
          }}
        />
      )}
      <Button quiet small className="justify-self-start" onClick={() => void logOut()}>
        Use another account
      </Button>
    </div>
  )
}
