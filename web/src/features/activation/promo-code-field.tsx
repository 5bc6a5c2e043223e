import { useState, type ReactNode } from 'react'
import { later } from '../../lib/later.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { LaterPart } from '../../lib/later-part.tsx'
import { TextButton } from '../../ui/text-button.tsx'
import type { OrderForm } from './use-order.ts'

const PromoCodeHelp = later(() => import('./promo-code-help.tsx'), 'PromoCodeHelp')

const PromoCodeState = later(() => import('./promo-code-state.tsx'), 'PromoCodeState')

type PromoCodeFieldProps = { form: OrderForm; demoCode: string | null; support: ReactNode }

/** The code, upper-cased as it is typed, with a way to try it and a way to get one. */
export function PromoCodeField({ form, demoCode, support }: PromoCodeFieldProps) {
  const [isHelpOpen, setHelpOpen] = useState(false)
  return (
    <>
      <TextField
        label="Promo code"
        hint="if you have one"
        name="promoCode"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        data-field="promoCode"
        value={form.draft.promoCode}
        problem={form.problems.promoCode}
        onChange={(event) => form.change('promoCode', event.target.value.toUpperCase())}
        action={
          <Button
            quiet
            busy={form.codeState === 'checking'}
            onClick={() => void form.applyCode(form.draft.promoCode)}
          >
            Apply
          </Button>
        }
      />
      <div className="-mt-2">
        <div aria-live="polite">
          {(form.codeState === 'valid' || form.codeState === 'unchecked') && (
            <LaterPart load={PromoCodeState.load}>
              <PromoCodeState form={form} />
            </LaterPart>
          )}
        </div>
        <span className="flex flex-wrap gap-x-5">
          {demoCode && form.draft.channel === 'email' && form.draft.promoCode !== demoCode && (
            <TextButton onClick={() => void form.applyCode(demoCode)}>Use demo code {demoCode}</TextButton>
          )}
          <TextButton onClick={() => setHelpOpen(true)}>How do I get a code?</TextButton>
        </span>
      </div>
      {isHelpOpen && (
        <LaterPart load={PromoCodeHelp.load}>
          <PromoCodeHelp support={support} onClose={() => setHelpOpen(false)} />
        </LaterPart>
      )}
    </>
  )
}
