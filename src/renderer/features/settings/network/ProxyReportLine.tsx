import { Check, TriangleAlert } from 'lucide-react'
import type { ProxyReport } from '../../../../shared/proxy.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import classes from './Network.module.css'

/** Result of a proxy test; a failure names its hop. */
export function ProxyReportLine({ report }: { readonly report: ProxyReport }) {
  const { t } = useTranslation()
  if (report.outcome === 'failed')
    return (
      <div role="alert">
        <p className={classes.failed}>
          <TriangleAlert size={16} aria-hidden="true" />
          {t(`network.hops.${report.hop}`)}
        </p>
        <details className={classes.details}>
          <summary>{t('app.details')}</summary>
          {report.detail}
        </details>
      </div>
    )
  const { gateway, via } = report
  return (
    <p className={classes.ok} role="alert">
      <Check size={16} aria-hidden="true" />
      {gateway === null
        ? via === null
          ? t('network.okNothing')
          : t('network.okProxy', { via })
        : via === null
          ? t('network.okDirect', { gateway })
          : t('network.okVia', { gateway, via })}
    </p>
  )
}
