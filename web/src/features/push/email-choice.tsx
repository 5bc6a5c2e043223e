import type { DeviceList } from '@walkon/contracts/http/push'
import { useId, useState } from 'react'
import type { Caller } from '../../lib/api.ts'
import { FormProblem } from '../../ui/form-problem.tsx'
import { Switch } from '../../ui/tick.tsx'
import { pushProblemText } from './push-words.ts'
import { useReplaceEmail } from './queries.ts'

/** The choice of alerts by email as well. It shows at once, and goes back if the server refuses it. */
export function EmailChoice({ caller, list }: { caller: Caller; list: DeviceList }) {
  const replacing = useReplaceEmail(caller)
  const [chosen, setChosen] = useState<boolean>()
  const meaning = useId()
  const replacesEmail = chosen ?? list.replacesEmail
  const choose = (isReplacing: boolean) => {
    setChosen(isReplacing)
    replacing.mutate(isReplacing, { onSettled: () => setChosen(undefined) })
  }
  return (
    <div className="grid gap-1 border-t border-line pt-3">
      <Switch
        label="Push instead of email"
        aria-describedby={meaning}
        checked={replacesEmail}
        onChange={(event) => choose(event.target.checked)}
      />
      <p id={meaning} className="text-14 text-ink-2">
        {meaningOf({ ...list, replacesEmail })}
      </p>
      <FormProblem problem={replacing.error && pushProblemText(replacing.error)} />
    </div>
  )
}

function meaningOf({ replacesEmail, devices }: DeviceList): string {
  if (!replacesEmail) return 'Your alerts come by email and to your devices.'
  if (devices.length === 0) return 'No device gets your alerts now, so they come by email.'
  return 'Your alerts go to your devices only. If none of them takes one, it comes by email.'
}
