import { useEffect, useState } from 'react'
import { useLanguage } from '../app-store.ts'
import { whenAnswered } from '../when-answered.ts'
import { type Readings, readingsOf } from './pinyin.ts'

let loading: Promise<Readings | null> | null = null

/** Loads the readings once. A failed load is retried by the next search. */
function loadReadings(): Promise<Readings | null> {
  loading ??= import('./pinyin.json').then(
    (table) => readingsOf(table.default),
    () => {
      loading = null
      return null
    },
  )
  return loading
}

/** Returns the readings of Chinese characters for a search in the Chinese interface; null until they are loaded. */
export function useReadings(isSearching: boolean): Readings | null {
  const language = useLanguage()
  const isWanted = isSearching && language === 'zh-CN'
  const [readings, setReadings] = useState<Readings | null>(null)
  useEffect(() => (isWanted ? whenAnswered(loadReadings(), setReadings) : undefined), [isWanted])
  return isWanted ? readings : null
}
