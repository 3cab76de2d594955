import { MantineProvider } from '@mantine/core'
import type { AppError } from '../../shared/errors.ts'
import { Button } from '../components/Button.tsx'
import { ErrorNote } from '../components/errors/ErrorNote.tsx'
import { Seal } from '../components/Seal.tsx'
import { useTranslation } from '../platform/i18n/use-translation.ts'
import { theme } from '../platform/theme/theme.ts'
import classes from './Welcome.module.css'

/** Shown when main did not answer the first calls. */
export function StartFailure({ error }: { error: AppError }) {
  const { t } = useTranslation()
  return (
    <MantineProvider theme={theme} withCssVariables={false} withGlobalClasses={false}>
      <main className={classes.page}>
        <div className={classes.card}>
          <Seal large />
          <ErrorNote error={error} lead={t('app.startFailed')} place={{ where: 'other', hasText: false }} />
          <Button kind="primary" size="wide" onClick={() => window.location.reload()}>
            {t('app.retry')}
          </Button>
        </div>
      </main>
    </MantineProvider>
  )
}
