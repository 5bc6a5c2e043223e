import { useState } from 'react'
import { Button } from '../../ui/button.tsx'

type SearchFieldProps = { search: string; onSearch: (search: string) => void }

/** Part of a name. Each search is a request, so it is sent when the visitor says so. */
export function SearchField({ search, onSearch }: SearchFieldProps) {
  const [entered, setEntered] = useState(search)
  const [searched, setSearched] = useState(search)
  // The back button brings an earlier search.
  if (search !== searched) {
    setSearched(search)
    setEntered(search)
  }
  return (
    <form
      role="search"
      className="flex gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        onSearch(entered.trim())
      }}
    >
      <input
        aria-label="Name"
        className="input min-w-0 flex-1"
        placeholder="Find by name"
        type="search"
        enterKeyHint="search"
        maxLength={100}
        value={entered}
        onChange={(event) => {
          setEntered(event.target.value)
          if (event.target.value === '') onSearch('')
        }}
      />
      <Button quiet type="submit">
        Search
      </Button>
    </form>
  )
}
