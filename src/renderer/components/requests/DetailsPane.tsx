import { useEffect, useState } from 'react'
import { requestsMax } from '../../../shared/request-limits.ts'
import { useLanguage } from '../../platform/app-store.ts'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { useNavigation } from '../../platform/navigation.ts'
import { Button } from '../Button.tsx'
import { ErrorNote } from '../errors/ErrorNote.tsx'
import { SidePane } from '../window/SidePane.tsx'
import classes from './DetailsPane.module.css'
import { closeDetails, useDetails } from './details-store.ts'
import { RequestView } from './RequestView.tsx'
import { clockTime, stateWords } from './request-words.ts'
import { useRequests } from './use-requests.ts'

export { RequestView }

/** The requests of a message or job, at the right of its panel; nothing while it is closed. */
export function DetailsPane() {
  const { t } = useTranslation()
  const itemId = useDetails((state) => state.itemId)
  const panel = useNavigation((state) => state.panel)
  // biome-ignore lint/correctness/useExhaustiveDependencies: details belong to the panel that is shown
  useEffect(() => closeDetails, [panel])
  return itemId === null ? null : (
    <SidePane key={itemId} title={t('message.showRequest')} onClose={closeDetails}>
      <Details itemId={itemId} />
    </SidePane>
  )
}

function Details({ itemId }: { readonly itemId: string }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { error, requests } = useRequests()
  const [chosen, setChosen] = useState<string | null>(null)
  const own = (requests ?? []).filter((request) => request.itemId === itemId)
  const shown = own.find(({ id }) => id === chosen) ?? own[0]
  return (
    // a scroll region must be reachable by keyboard
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <div className={classes.body} tabIndex={0}>
      {error === null ? null : <ErrorNote error={error} place={{ where: 'other', hasText: false }} />}
      {requests !== null && shown === undefined ? (
        <p role="status">{t('requests.goneItem', { count: requestsMax })}</p>
      ) : null}
      {own.length < 2 ? null : (
        <ul className={classes.list} aria-label={t('requests.list')}>
          {own.map((request) => (
            <li key={request.id}>
              <Button
                kind="row"
                className={classes.request}
                aria-current={request === shown || undefined}
                onClick={() => setChosen(request.id)}
              >
                <span>{clockTime(language, request.at)}</span>
                <span className={classes.state}>{stateWords(t, request)}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {shown === undefined ? null : <RequestView key={shown.id} id={shown.id} />}
    </div>
  )
}
