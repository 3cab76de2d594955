import { useEffect, useState } from 'react'
import { call, on } from '../../platform/bridge/client.ts'
import { useHistory } from './history-store.ts'

/** Returns how many messages deleted from chats emptying the bin would erase; 0 outside the bin. */
export function useDeletedMessages(): number {
  const inBin = useHistory((state) => state.filter.place === 'bin')
  const [count, setCount] = useState(0)
  useEffect(() => {
    setCount(0)
    if (!inBin) return undefined
    let isCurrent = true
    const load = async (): Promise<void> => {
      const answer = await call('chat.deletedMessages', {})
      if (isCurrent && answer.ok) setCount(answer.value.count)
    }
    void load()
    const forget = [on('history.changed', () => void load()), on('chat.rearranged', () => void load())]
    return () => {
      isCurrent = false
      for (const one of forget) one()
    }
  }, [inBin])
  return count
}
