/** The proposal of an edit request, and the item as it was at the request. */
export type Edit = {
  oldName: string
  name: string
  oldDescription: string | null
  description: string | null
}

/** The parts that the edit changes; what it leaves is not taken over, because another edit may have changed it since. */
export function changesOf({ oldName, name, oldDescription, description }: Edit): {
  name?: string
  description?: string | null
} {
  return {
    ...(name !== oldName && { name }),
    ...(description !== oldDescription && { description }),
  }
}

/** The text of an edit request (companion, section 7): the marker with the old name, the changes, and the new description. */
export function describeEdit(edit: Edit): string {
  const changes = changesOf(edit)
  const lines = [
    ...(changes.name === undefined ? [] : [`Name: "${edit.oldName}" to "${changes.name}"`]),
    ...(changes.description === undefined ? [] : ['Description updated']),
  ]
  const proposed = lines.map((line) => `- ${line}`).join('\n')
  const text = `EDIT REQUEST for "${edit.oldName}"\n\nProposed changes:\n${proposed}`
  return changes.description ? `${text}\n\nNew description:\n${changes.description}` : text
}
