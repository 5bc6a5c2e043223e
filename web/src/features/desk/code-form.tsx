import { promoCode, promoCodeCheckResult } from '@walkon/contracts/http/promo-codes'
import { channel } from '@walkon/contracts/values'
import { useState } from 'react'
import { object, refine, string, type output } from 'zod/mini'
import { ApiError, request } from '../../lib/api.ts'
import { useEntryForm } from '../../lib/entry-form.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { explainCode, type CodeOutcome } from './explain-code.ts'
import { QUESTION, QuestionAnswer } from './question-answer.tsx'
import { clockOf } from './visitor-clock.ts'
import type { Visitor } from './visitor.ts'

const entries = object({
  code: string().check(refine((entered) => promoCode.safeParse(entered).success, { error: 'code' })),
  channel,
})
type Entered = output<typeof entries>

const ENTRY_TEXTS = { code: { title: 'Not a code', text: 'Enter the code as the visitor has it.' } }

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
  const { form, field, failure, isBusy } = useEntryForm<Entered>({
    schema: entries,
    send: async (entered) => {
      setAnswer(null)
      const asked = { ...entered, code: promoCode.parse(entered.code) }
      setAnswer(explainCode(visitor, asked, await checkCode(asked), clockOf(visitor)))
    },
    entryTexts: ENTRY_TEXTS,
  })
  return (
    <div className="grid gap-2">
      <form {...form} aria-label="Why a code was refused" className={QUESTION}>
        <TextField
          {...field('code')}
          label="Why was this promo code refused"
          maxLength={60}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
        <SelectField {...field('channel')} label="for">
          <option value="email">email alerts</option>
          <option value="sms">texts</option>
        </SelectField>
        <Button quiet type="submit" busy={isBusy} className="mt-6">
          {isBusy ? 'Looking' : 'Check'}
        </Button>
      </form>
      <FormProblem problem={failure} />
      <QuestionAnswer answer={answer} />
    </div>
  )
}
