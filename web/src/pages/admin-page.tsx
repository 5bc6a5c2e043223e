import { useQueryClient } from '@tanstack/react-query'
import { Navigate } from 'react-router-dom'
import { useAuth } from '../features/auth/use-auth.ts'
import { ItemAdministration } from '../features/rankings/item-administration.tsx'
import { addItem, deleteItem, itemsPath, rankingPath } from '../features/rankings/queries.ts'
import { WORDS } from '../features/rankings/ranking-words.ts'
import type { Caller } from '../lib/api.ts'
import { useToast } from '../ui/toast.tsx'
import { RolePage } from './role-page.tsx'

/** The entrance of all rooms. It shows the items to admins; support comes to the desk, the first room that its role opens. */
export function AdminPage() {
  const { user } = useAuth()
  if (user?.roles.includes('support') && !user.roles.includes('admin'))
    return <Navigate to="/admin/desk" replace />
  return <RolePage role="admin">{(caller) => <Items caller={caller} />}</RolePage>
}

function Items({ caller }: { caller: Caller }) {
  const client = useQueryClient()
  const show = useToast()
  /** A notice tells the act, and every list has it. */
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
