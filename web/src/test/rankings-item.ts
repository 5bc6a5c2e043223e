import { screen, within } from '@testing-library/react'
import { renderApp } from './render-app.tsx'

/** Opens the dialog of an item by its address, and returns its content. */
export async function openItem(item: { itemId: string; name: string }) {
  const view = renderApp(`/park-rankings?item=${item.itemId}`)
  const dialog = await screen.findByRole('dialog', { name: item.name })
  return { ...view, dialog: within(dialog) }
}
