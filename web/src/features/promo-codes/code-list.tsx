import type { PromoCodeView } from '@walkon/contracts/http/promo-codes'
import { useState } from 'react'
import type { Caller } from '../../lib/api.ts'
import { ConfirmDialog } from '../../lib/confirm-dialog.tsx'
import { PagedList } from '../../lib/paged-list.tsx'
import { useNow } from '../../lib/use-now.ts'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Shape } from '../../ui/shape.tsx'
import { ToolRow } from '../../ui/tool-row.tsx'
import { offerWords, stateWords, toState, useWords } from './code-words.ts'
import { promoCodesQuery } from './queries.ts'

type CodeListProps = { caller: Caller; onRetire: (code: string) => Promise<unknown> }

/** The codes in the order of the alphabet, with what they have done. */
export function CodeList({ caller, onRetire }: CodeListProps) {
  const now = useNow()
  return (
    <PagedList
      query={promoCodesQuery(caller)}
      name="the promo codes"
      more="more codes"
      isWide
      empty={
        <Panel kind="open" heading="h3" title="No promo codes yet">
          <p className="text-ink-2">Create the first one with the form.</p>
        </Panel>
      }
    >
      {(code) => <CodeRow key={code.code} code={code} now={now} onRetire={() => onRetire(code.code)} />}
    </PagedList>
  )
}

type CodeRowProps = { code: PromoCodeView; now: Date; onRetire: () => Promise<unknown> }

function CodeRow({ code, now, onRetire }: CodeRowProps) {
  const [isAsked, setAsked] = useState(false)
  const state = toState(code, now)
  return (
    <li className="border-t border-line">
      <ToolRow
        name={code.code}
        meta={
          <>
            <span className="flex items-center gap-1.5 font-bold text-ink">
              <Shape name={state === 'active' ? 'walk' : 'closed'} className="[--size:12px]" />
              {stateWords(code, now)}
            </span>
            <span>{offerWords(code)}</span>
            <span>{useWords(code)}</span>
          </>
        }
        acts={
          state !== 'retired' && (
            <Button quiet small aria-label={`Retire ${code.code}`} onClick={() => setAsked(true)}>
              Retire
            </Button>
          )
        }
      />
      {isAsked && (
        <ConfirmDialog
          title={`Retire ${code.code}?`}
          words={{ action: 'Retire code', busy: 'Retiring', keep: 'Keep it' }}
          onConfirm={onRetire}
          onClose={() => setAsked(false)}
        >
          <p>Nobody can use it again, and it can’t come back. Open checkouts with it can still be paid.</p>
        </ConfirmDialog>
      )}
    </li>
  )
}
