import { IncompleteTableLink, ToldTables } from '../features/restaurant-alerts/told-tables.tsx'
import { useAddressToken } from '../lib/use-address-token.ts'
import { PageHead } from './page-head.tsx'

/** The page of the mail about a free table. It needs no login, and no key of the gate, which the phone that reads mail may not have. */
export function FreeTablePage() {
  const { token } = useAddressToken('free-table')
  return (
    <div className="page min-h-dvh pb-24">
      <PageHead />
      {token ? <ToldTables key={token} token={token} /> : <IncompleteTableLink />}
    </div>
  )
}
