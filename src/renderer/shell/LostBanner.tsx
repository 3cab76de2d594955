import { Loader } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useApp } from '../platform/app-store.ts'
import classes from './banners.module.css'

/** Says that main cannot be reached; goes away by itself. */
export function LostBanner() {
  const { t } = useTranslation()
  const connected = useApp((state) => state.connected)
  return (
    <div role="status" className={connected ? undefined : classes.lost}>
      {connected ? null : (
        <>
          <Loader size={14} color="var(--wait)" />
          {t('app.lost')}
        </>
      )}
    </div>
  )
}
