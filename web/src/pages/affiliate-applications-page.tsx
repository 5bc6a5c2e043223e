import { useQueryClient } from '@tanstack/react-query'
import { ApplicationList } from '../features/affiliates/application-list.tsx'
import { acceptApplication, applicationsPath, declineApplication } from '../features/affiliates/queries.ts'
import type { Caller } from '../lib/api.ts'
import { useToast } from '../ui/toast.tsx'
import { RolePage } from './role-page.tsx'

/** Applicants and members of the affiliate programme, for admins. */
export const AffiliateApplicationsPage = () => (
  <RolePage role="admin">{(caller) => <Applications caller={caller} />}</RolePage>
)

function Applications({ caller }: { caller: Caller }) {
  const client = useQueryClient()
  const show = useToast()
  async function change(made: Promise<{ fullName: string }>, title: string): Promise<void> {
    const { fullName } = await made
    show({ title, text: fullName })
    await client.invalidateQueries({ queryKey: [applicationsPath] })
  }
  return (
    <ApplicationList
      caller={caller}
      onAccept={(id, offer) => change(acceptApplication(caller, id, offer), 'Accepted and mailed')}
      onDecline={(id) => change(declineApplication(caller, id), 'Declined and mailed')}
    />
  )
}
