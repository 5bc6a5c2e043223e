import { Suspense, useState, type ReactNode } from 'react'
import { later } from '../../lib/later.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { Activation } from './use-activation.ts'

const PromoCodeHelp = later(() => import('./promo-code-help.tsx'), 'PromoCodeHelp')

type PromoCodeFieldProps = { form: Activation; demoCode: string | null; support: ReactNode }

/** The code, upper-cased as it is typed, with a way to try it and a way to get one. */
export function PromoCodeField({ form, demoCode, support }: PromoCodeFieldProps) {
  const [isHelpOpen, setHelpOpen] = useState(false)
  return (
    <>
      <TextField
        label="Promo code"
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
          <Button quiet busy={form.codeState === 'checking'} onClick={form.applyCode}>
            Apply
          </Button>
        }
      />
      <div className="-mt-2">
        <div aria-live="polite">
          {form.codeState === 'valid' && (
            <p className="flex items-center gap-1.5 text-14 font-bold text-go">
              <Icon name="check" size={20} />
              Code applied. Your alerts are free.
            </p>
          )}
          {form.codeState === 'unchecked' && (
            <p className="text-14">
              We can’t check codes right now. Go ahead anyway: yours is checked before your alerts start.
            </p>
          )}
        </div>
        <span className="flex flex-wrap gap-x-5">
          {demoCode && form.draft.promoCode !== demoCode && (
            <TextButton onClick={() => form.change('promoCode', demoCode)}>
              Use demo code {demoCode}
            </TextButton>
          )}
          <TextButton onClick={() => setHelpOpen(true)}>How do I get a code?</TextButton>
        </span>
      </div>
      {isHelpOpen && (
        <Suspense>
          <PromoCodeHelp support={support} onClose={() => setHelpOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

function TextButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      className="min-h-11 text-14 text-action underline underline-offset-4"
      onClick={onClick}
    >
      {children}
    </button>
  )
}
