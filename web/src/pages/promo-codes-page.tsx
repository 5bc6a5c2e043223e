import { useQueryClient } from '@tanstack/react-query'
import { CodeList } from '../features/promo-codes/code-list.tsx'
import { NewCodeForm } from '../features/promo-codes/new-code-form.tsx'
import { createPromoCode, promoCodesQuery, retirePromoCode } from '../features/promo-codes/queries.ts'
import type { Caller } from '../lib/api.ts'
import { ToolColumns } from '../ui/tool-columns.tsx'
import { useToast } from '../ui/toast.tsx'
import { RolePage } from './role-page.tsx'

/** The promo codes, for admins: what they have done, a new one, and the end of one. */
export const PromoCodesPage = () => (
  <RolePage role="admin">{(caller) => <PromoCodes caller={caller} />}</RolePage>
)

function PromoCodes({ caller }: { caller: Caller }) {
  const client = useQueryClient()
  const show = useToast()
  /** The list shows the change, and a notice says so at once. */
  async function change(made: Promise<{ code: string }>, title: string): Promise<void> {
    const { code } = await made
    show({ title, text: code })
    await client.invalidateQueries(promoCodesQuery(caller))
  }
  return (
    <ToolColumns
      title="All codes"
      asideTitle="New code"
      asideText="Codes can’t be edited. Retire it and make a new one."
      aside={<NewCodeForm onCreate={(code) => change(createPromoCode(caller, code), 'Code created')} />}
    >
      <CodeList caller={caller} onRetire={(code) => change(retirePromoCode(caller, code), 'Code retired')} />
    </ToolColumns>
  )
}
