import type { PassView } from '@walkon/contracts/http/passes'
import { toOrderReference } from '@walkon/contracts/order-reference'
import type { ReactNode } from 'react'
import type { Caller } from '../../lib/api.ts'
import { datesWords, untilWords } from '../../lib/moment-words.ts'
import { dollars } from '../../lib/money.ts'
import { isOffered } from '../../lib/offers.ts'
import { PagedList } from '../../lib/paged-list.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { Panel } from '../../ui/panel.tsx'
import { alertWords, moneyBackWords, stateWords } from './pass-words.ts'
import { passesQuery } from './queries.ts'

/** The orders of the account's address, the newest first. */
type PassListProps = {
  caller: Caller
  /** Acts on an order that was not meant so. */
  renderWrong: (pass: PassView) => ReactNode
}

export const PassList = ({ caller, renderWrong }: PassListProps) => (
  <PagedList query={passesQuery(caller)} name="your passes" more="older passes" empty={<NoPasses />}>
    {(pass) => <PassRow key={pass.orderId} pass={pass} wrong={renderWrong(pass)} />}
  </PagedList>
)

const NoPasses = () => (
  <Panel kind="open" title="No passes yet" heading="h2">
    <p className="text-ink-2">
      Choose a park and the days you visit. What you order with the address of this account is listed here.
    </p>
    <ButtonLink small to="/#alerts">
      Get ride alerts
    </ButtonLink>
  </Panel>
)

function PassRow({ pass, wrong }: { pass: PassView; wrong: ReactNode }) {
  const { orderId, parkName, dates, totalCents, paidCents, failedRefundCents = 0 } = pass
  return (
    <li className="flex items-start justify-between gap-6 border-t border-line py-4">
      <div className="min-w-0">
        <h2 className="text-22 leading-7">{parkName}</h2>
        <p>
          {datesWords(dates)}, <span className="text-ink-2">{alertWords(pass)}</span>
        </p>
        <p className="pt-1 text-14 font-bold">
          {stateWords(pass)}
          {pass.state === 'active' && pass.passEnd && ` until ${untilWords(pass.passEnd)}`}
        </p>
        {failedRefundCents > 0 && (
          <p className="pt-1 text-14">
            Your bank sent our refund of {dollars(failedRefundCents)} back to us. It is still yours:{' '}
            <Link to="/contact">contact us</Link> to get it.
          </p>
        )}
        <p className="pt-1 text-12 wrap-anywhere text-ink-2">Order {toOrderReference(orderId)}</p>
        {(pass.state === 'active' || pass.state === 'upcoming') && wrong}
      </div>
      <div className="grid max-w-40 flex-none justify-items-end gap-2 text-right">
        <div>
          <b className="block font-display text-22">{totalCents === 0 ? 'FREE' : dollars(totalCents)}</b>
          {moneyBackWords(pass).map((words) => (
            <p key={words} className="text-14">
              {words}
            </p>
          ))}
        </div>
        {paidCents > 0 && isOffered('/account/receipt') && (
          <ButtonLink
            quiet
            small
            to={`/account/receipt?order=${orderId}`}
            aria-label={`Receipt: ${parkName}, ${datesWords(dates)}`}
          >
            Receipt
          </ButtonLink>
        )}
      </div>
    </li>
  )
}
