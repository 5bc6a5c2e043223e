import type { PromoCodeView } from '@walkon/contracts/http/promo-codes'
import { useInfiniteQuery, type UseInfiniteQueryResult } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { accountProblemText } from '../../lib/account-texts.ts'
import type { Caller } from '../../lib/api.ts'
import { useAction } from '../../lib/use-action.ts'
import { useNow } from '../../lib/use-now.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Failure } from '../../ui/failure.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Shape } from '../../ui/shape.tsx'
import { offerWords, stateWords, toState, useWords } from './code-words.ts'
import { promoCodesQuery } from './queries.ts'

type CodeListProps = { caller: Caller; onRetire: (code: string) => Promise<unknown> }

/** The codes in the order of the alphabet, with what they have done. */
export function CodeList({ caller, onRetire }: CodeListProps) {
  const query = useInfiniteQuery(promoCodesQuery(caller))
  const now = useNow()
  const [retiring, setRetiring] = useState<string | null>(null)
  const [retired, setRetired] = useState<string | null>(null)
  const list = useRef<HTMLUListElement>(null)
  // The button that opened the dialog is gone with the retirement.
  useEffect(() => {
    if (retired !== null) list.current?.focus()
  }, [retired])
  if (query.isPending) return <Loading label="Loading the promo codes" className="h-60! rounded-card!" />
  if (query.isLoadingError) {
    return (
      <Failure
        title="Error loading the promo codes"
        busy={query.isFetching}
        onRetry={() => void query.refetch()}
      >
        {accountProblemText(query.error).text}
      </Failure>
    )
  }
  const codes = query.data.pages.flatMap(({ promoCodes }) => promoCodes)
  if (codes.length === 0) {
    return (
      <Panel kind="open" title="No promo codes yet">
        <p className="text-ink-2">Create the first one with the form.</p>
      </Panel>
    )
  }
  return (
    <div className="grid justify-items-start gap-6">
      <ul
        ref={list}
        tabIndex={-1}
        aria-label="Promo codes"
        className="w-full border-b border-line focus-visible:outline-none"
      >
        {codes.map((code) => (
          <CodeRow key={code.code} code={code} now={now} onRetire={() => setRetiring(code.code)} />
        ))}
      </ul>
      <MoreCodes query={query} />
      {retiring !== null && (
        <Retirement
          code={retiring}
          onRetire={async (code) => {
            await onRetire(code)
            setRetired(code)
          }}
          onClose={() => setRetiring(null)}
        />
      )}
    </div>
  )
}

function MoreCodes({ query }: { query: UseInfiniteQueryResult }) {
  return (
    <>
      {query.isFetchNextPageError && (
        <p role="alert" className="text-14 text-error">
          More codes could not be loaded. Please try again.
        </p>
      )}
      {query.hasNextPage && (
        <Button quiet busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {query.isFetchingNextPage ? 'Loading' : 'Show more codes'}
        </Button>
      )}
    </>
  )
}

function CodeRow({ code, now, onRetire }: { code: PromoCodeView; now: Date; onRetire: () => void }) {
  const state = toState(code, now)
  return (
    <li className="flex items-start justify-between gap-6 border-t border-line py-4">
      <div className="min-w-0">
        <h3 className="text-22! leading-7! wrap-anywhere">{code.code}</h3>
        <p>{offerWords(code)}</p>
        <p className="flex items-center gap-2 pt-1 text-14 font-bold">
          <Shape name={state === 'active' ? 'walk' : 'closed'} className="[--size:12px]" />
          {stateWords(code, now)}
        </p>
        <p className="pt-1 text-14 text-ink-2">{useWords(code)}</p>
      </div>
      {state !== 'retired' && (
        <Button quiet small className="flex-none" aria-label={`Retire ${code.code}`} onClick={onRetire}>
          Retire
        </Button>
      )}
    </li>
  )
}

function Retirement({
  code,
  onRetire,
  onClose,
}: Pick<CodeListProps, 'onRetire'> & { code: string; onClose: () => void }) {
  const retiring = useAction(async () => {
    await onRetire(code)
    onClose()
  })
  return (
    <Dialog title={`Retire ${code}?`} onClose={onClose}>
      <p>It is refused from now on, for good. Checkouts that are open with it can still be paid.</p>
      <FormProblem problem={retiring.problem} />
      <div className="flex flex-wrap gap-3">
        <Button busy={retiring.isBusy} onClick={retiring.run}>
          {retiring.isBusy ? 'Retiring' : 'Retire code'}
        </Button>
        <Button quiet onClick={onClose}>
          Keep it
        </Button>
      </div>
    </Dialog>
  )
}
