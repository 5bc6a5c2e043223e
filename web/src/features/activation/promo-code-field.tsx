import { Suspense, useState } from 'react'
import { later } from '../../lib/later.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { Activation } from './use-activation.ts'

const PromoCodeHelp = later(() => import('./promo-code-help.tsx'), 'PromoCodeHelp')

/** The code, upper-cased as it is typed, with a way to try it and a way to get one. */
export function PromoCodeField({ form }: { form: Activation }) {
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
              We cannot check codes at the moment. Go on all the same: yours is checked before your alerts
              start.
            </p>
          )}
        </div>
        <button
          type="button"
          className="min-h-11 text-14 text-action underline underline-offset-4"
          onClick={() => setHelpOpen(true)}
        >
          How do I get a code?
        </button>
      </div>
      {isHelpOpen && (
        <Suspense>
          <PromoCodeHelp onClose={() => setHelpOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
