import { Popover, TextInput } from '@mantine/core'
import { FolderOpen } from 'lucide-react'
import { useState } from 'react'
import { folded } from '../../../../../shared/folded-text.ts'
import { Button } from '../../../../components/Button.tsx'
import { IconButton } from '../../../../components/IconButton.tsx'
import { Line } from '../../../../components/words/Line.tsx'
import { useTranslation } from '../../../../platform/i18n/use-translation.ts'
import { useChat } from '../../chat-store.ts'
import { isTemporaryOpen } from '../../temporary/temporary-open.ts'
import { WithheldButton } from '../../temporary/WithheldButton.tsx'
import classes from './ComposerMenu.module.css'
import { insertResource } from './insert-offer.ts'
import { useOffers } from './offers-store.ts'

/** Attaches a resource of a server to the message. Nothing where no server offers any. */
export function ResourcesPopover() {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  // a new list for each opening, also while the last one still fades
  const [openings, setOpenings] = useState(0)
  const offers = useOffers((state) => state.offers)
  const isTemporary = useChat(isTemporaryOpen)
  if (offers.every(({ resources }) => resources.length === 0)) return null
  if (isTemporary) return <WithheldButton icon={FolderOpen} words={t('offers.resources')} />
  return (
    <Popover opened={isOpen} onDismiss={() => setOpen(false)} position="top-start" width={360} trapFocus returnFocus>
      <Popover.Target>
        <IconButton
          icon={FolderOpen}
          words={t('offers.resources')}
          onClick={() => {
            setOpen(!isOpen)
            setOpenings(openings + 1)
          }}
        />
      </Popover.Target>
      <Popover.Dropdown aria-label={t('offers.resources')}>
        <ResourceList key={openings} onDone={() => setOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  )
}

function ResourceList({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation()
  const offers = useOffers((state) => state.offers)
  const [query, setQuery] = useState('')
  const wanted = folded(query).trim()
  const found = offers
    .map((offer) => ({
      ...offer,
      resources: offer.resources.filter(({ description, title, uri }) =>
        folded(`${title} ${uri} ${description}`).includes(wanted),
      ),
    }))
    .filter(({ resources }) => resources.length > 0)
  return (
    <div className={classes.resources}>
      <p className={classes.waits}>{t('offers.resourcesHint')}</p>
      <TextInput
        aria-label={t('offers.search')}
        placeholder={t('offers.search')}
        value={query}
        data-autofocus
        onChange={(event) => setQuery(event.currentTarget.value)}
      />
      <div className={classes.list}>
        {found.length === 0 ? <p className={classes.waits}>{t('models.noMatch')}</p> : null}
        {found.map(({ resources, server, serverId }) => (
          <div key={serverId}>
            <div className={classes.group}>
              <Line text={server} />
            </div>
            {resources.map(({ description, title, uri }) => (
              <Button
                kind="plain"
                key={uri}
                className={classes.resource}
                onClick={() => {
                  onDone()
                  void insertResource(serverId, uri, server)
                }}
              >
                <span className={classes.title}>
                  <Line text={title} />
                </span>
                <span className={classes.description}>
                  <Line text={description === '' ? uri : description} />
                </span>
              </Button>
            ))}
          </div>
        ))}
      </div>
    </div>
  )
}
