import type { OwnItemRequest, RejectionReason, RequestStatus } from '@walkon/contracts/http/moderation'
import type { ItemType } from '@walkon/contracts/http/rankings'
import { changesOf, describeEdit } from './edit-request.ts'

type Suggestion = {
  id: string
  itemId: string | null
  name: string
  description: string | null
  oldName: string | null
  oldDescription: string | null
  parkId: string
  parkName: string
  type: ItemType
  status: RequestStatus
  rejection: RejectionReason | null
  createdAt: Date
  reviewedAt: Date | null
}

/** A suggestion as its author and moderators see it. */
export function toSuggestion(row: Suggestion): OwnItemRequest {
  const { parkId, parkName, type, status, rejection } = row
  return {
    requestId: row.id,
    name: row.oldName ?? row.name,
    description: row.oldName === null ? row.description : describeEdit({ ...row, oldName: row.oldName }),
    parkId,
    parkName,
    type,
    status,
    rejection,
    edit: toEdit(row),
    requestedAt: row.createdAt.toISOString(),
    reviewedAt: row.reviewedAt?.toISOString() ?? null,
  }
}

function toEdit({ itemId, oldName, oldDescription, name, description }: Suggestion): OwnItemRequest['edit'] {
  if (itemId === null || oldName === null) return null
  const changes = changesOf({ oldName, name, oldDescription, description })
  return {
    itemId,
    name: changes.name === undefined ? null : { from: oldName, to: changes.name },
    description: changes.description === undefined ? null : { from: oldDescription, to: changes.description },
  }
}
