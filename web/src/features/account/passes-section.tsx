import { titleOf } from '../../page-heads.ts'
import { LinkRow } from '../../ui/section.tsx'

/** The way to the orders. */
export const PassesSection = () => (
  <LinkRow title={titleOf('/account/passes')} value="What you ordered" to="/account/passes" />
)
