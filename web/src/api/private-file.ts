import { type Call, getAccount } from '@voltline/contract'
import { useEffect, useState } from 'react'
import { sessionHeaders } from './client.ts'

/**
 * The address of a private file in this page alone; only its owner's session can read it, or an operator's, which an
 * operator's call brings along. Empty until it is there.
 */
export function usePrivateFile(name: string, call: Call = getAccount): string {
  const [address, setAddress] = useState('')
  useEffect(() => {
    if (name === '') return
    const ending = new AbortController()
    let made = ''
    async function load() {
      const answer = await fetch(`/files/${encodeURIComponent(name)}`, {
        headers: sessionHeaders(call),
        signal: ending.signal,
      })
      if (!answer.ok) return
      made = URL.createObjectURL(await answer.blob())
      setAddress(made)
    }
    load().catch(() => {})
    return () => {
      ending.abort()
      URL.revokeObjectURL(made)
    }
  }, [name, call])
  return address
}
