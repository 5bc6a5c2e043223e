import type { ReactNode } from 'react'
import { isShown, type Audience } from './offers.ts'

/** Words for one audience. */
export const Shown = ({ for: audience, children }: { for: Audience; children: ReactNode }) =>
  isShown({ for: audience }) && children
