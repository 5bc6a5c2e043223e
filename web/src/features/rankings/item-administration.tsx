import type { Item, NewItemRequest } from '@walkon/contracts/http/rankings'
import { useState } from 'react'
import type { Caller } from '../../lib/api.ts'
import { ConfirmDialog } from '../../lib/confirm-dialog.tsx'
import { PagedList } from '../../lib/paged-list.tsx'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ToolColumns } from '../../ui/tool-columns.tsx'
import { ToolRow } from '../../ui/tool-row.tsx'
import { ItemForm } from './item-form.tsx'
import { itemsQuery } from './queries.ts'
import { rankingProblem, reviewCount, TYPE_NAMES, WORDS } from './ranking-words.ts'
import { SearchField } from './search-field.tsx'

type ItemAdministrationProps = {
  caller: Caller
  onAdd: (item: NewItemRequest) => Promise<unknown>
  onDelete: (item: Item) => Promise<unknown>
}

/** Admins' acts on items: add one, find one, delete one. */
export function ItemAdministration({ caller, onAdd, onDelete }: ItemAdministrationProps) {
  const [search, setSearch] = useState('')
  return (
    <ToolColumns
      title="Items"
      asideTitle="New item"
      asideText="Rides, food and experiences that visitors rate."
      aside={
        <ItemForm
          label="Add an item"
          words={{ action: 'Add item', busy: 'Adding' }}
          failed={WORDS.addFailed}
          onSend={onAdd}
        />
      }
    >
      <SearchField search={search} onSearch={setSearch} />
      {/* A scrolling box takes the focus, so that the keyboard scrolls it. */}
      <section aria-label="Existing items" tabIndex={0} className="mt-2 max-h-[600px] overflow-y-auto pr-2">
        <PagedList
          query={itemsQuery(caller, search)}
          name="the items"
          more="more items"
          isWide
          empty={<Panel kind="open" heading="h3" title="No items found." />}
          failed={WORDS.itemsFailed}
        >
          {(item) => <ItemRow key={item.itemId} item={item} onDelete={() => onDelete(item)} />}
        </PagedList>
      </section>
    </ToolColumns>
  )
}

function ItemRow({ item, onDelete }: { item: Item; onDelete: () => Promise<unknown> }) {
  const [isAsked, setAsked] = useState(false)
  const { name, parkName, type, ratingCount, feedId } = item
  return (
    <li className="border-t border-line">
      <ToolRow
        name={name}
        meta={`${parkName}, ${TYPE_NAMES[type].one}, ${reviewCount(ratingCount)}`}
        acts={
          <Button quiet small aria-label={`Delete ${name}`} onClick={() => setAsked(true)}>
            Delete
          </Button>
        }
      />
      {isAsked && (
        <ConfirmDialog
          title={WORDS.deleteQuestion}
          words={{ action: 'Delete item', busy: 'Deleting', keep: 'Keep it' }}
          onConfirm={onDelete}
          onClose={() => setAsked(false)}
          wordsOf={(error) => rankingProblem(error, WORDS.deleteFailed)}
        >
          <p className="wrap-anywhere">
            <b>{name}</b> goes with {ratingCount === 0 ? 'no ratings' : `its ${reviewCount(ratingCount)}`},
            for good. Suggested edits of it are rejected.
            {feedId !== null && ' The park’s list of rides does not bring it back.'}
          </p>
        </ConfirmDialog>
      )}
    </li>
  )
}
