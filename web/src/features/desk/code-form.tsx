import { promoCode, promoCodeCheckResult } from '@walkon/contracts/http/promo-codes'
import { useState, type FormEvent } from 'react'
import { ApiError, request } from '../../lib/api.ts'
import { textOf } from '../../lib/form-text.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { explainCode, type CodeOutcome } from './explain-code.ts'
import { clockOf } from './visitor-clock.ts'
import type { Visitor } from './visitor.ts'

type Entered = { code: string; channel: string }

/** Refusals of the code are answers; what else goes wrong is thrown. */
async function checkCode(body: Entered): Promise<CodeOutcome> {
  try {
    return {
      result: await request(promoCodeCheckResult, '/billing/promo-codes/check', { method: 'POST', body }),
    }
  } catch (error) {
    if (error instanceof ApiError && error.code.includes('promo-code')) return { refusal: error.code }
    throw error
  }
}

/** “Why was my code refused?” */
export function CodeForm({ visitor }: { visitor: Visitor }) {
  const [answer, setAnswer] = useState<string | null>(null)
  const { isBusy, problem, run } = useAction(async (entered: Entered) =>
    setAnswer(explainCode(visitor, entered, await checkCode(entered), clockOf(visitor))),
  )
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const entered = new FormData(event.currentTarget)
    const code = promoCode.safeParse(textOf(entered, 'code'))
    setAnswer(code.success ? null : 'No code has these letters: a code has at most 40, without a space.')
    if (code.success) run({ code: code.data, channel: textOf(entered, 'channel') })
  }
  return (
    <div className="grid gap-2">
      <form onSubmit={submit} className="flex flex-wrap items-end gap-3 print:hidden">
        <TextField
          name="code"
          label="Why was this promo code refused"
          required
          maxLength={60}
          autoComplete="off"
          spellCheck={false}
        />
        <SelectField name="channel" label="for">
          <option value="email">email alerts</option>
          <option value="sms">texts</option>
        </SelectField>
        <Button quiet type="submit" busy={isBusy}>
          {isBusy ? 'Looking' : 'Check'}
        </Button>
      </form>
      <FormProblem problem={problem} />
      <div role="status">
        {answer && <p className="border-l-4 border-line-strong pl-3 wrap-anywhere">{answer}</p>}
      </div>
    </div>
  )
}
