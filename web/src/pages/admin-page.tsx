import { useQueryClient } from '@tanstack/react-query'
import { ItemAdministration } from '../features/rankings/item-administration.tsx'
import { addItem, deleteItem, itemsPath, rankingPath } from '../features/rankings/queries.ts'
import { WORDS } from '../features/rankings/ranking-words.ts'
import type { Caller } from '../lib/api.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Section } from '../ui/section.tsx'
import { useToast } from '../ui/toast.tsx'
import { DeskRooms } from './desk-rooms.tsx'
import { RolePage } from './role-page.tsx'

/** What is open to admins. */
export function AdminPage() {
  return (
    <RolePage role="admin">
      {(caller) => (
        <>
          <DeskRooms />
          <Section title="Promo codes" text="Make a code, see how often it was used, or retire it.">
            <ButtonLink quiet className="justify-self-start" to="/admin/promo-codes">
              Open promo codes
            </ButtonLink>
          </Section>
          <Section title="Affiliate applications" text="Read who wants to join the affiliate program.">
            <ButtonLink quiet className="justify-self-start" to="/admin/affiliates">
              Open applications
            </ButtonLink>
          </Section>
          <Section title="Rankings" text="Add and delete rides, food, and experiences.">
            <Items caller={caller} />
          </Section>
        </>
      )}
    </RolePage>
  )
}

function Items({ caller }: { caller: Caller }) {
  const client = useQueryClient()
  const show = useToast()
  /** A notice says what was done, and every list has it. */
  async function change(made: Promise<unknown>, title: string, text: string): Promise<void> {
    await made
    show({ title, text })
    await Promise.all([itemsPath, rankingPath].map((path) => client.invalidateQueries({ queryKey: [path] })))
  }
  return (
    <ItemAdministration
      caller={caller}
      onAdd={(item) => change(addItem(caller, item), WORDS.itemAdded, item.name)}
      onDelete={({ itemId, name }) => change(deleteItem(caller, itemId), WORDS.itemDeleted, name)}
    />
  )
}
