/** Has the sandbox answer as a provider in trouble does. */
export async function setFault(sandboxUrl: string, fault: object): Promise<void> {
  const response = await fetch(`${sandboxUrl}/sandbox/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fault),
  })
  if (response.status !== 201) throw new Error(`The fault was refused: ${await response.text()}`)
}

export async function clearFaults(sandboxUrl: string): Promise<void> {
  await fetch(`${sandboxUrl}/sandbox/faults`, { method: 'DELETE' })
}
