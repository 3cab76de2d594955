import { useState } from 'react'
import { folded } from '../../../../../shared/folded-text.ts'
import { Button } from '../../../../components/Button.tsx'
import { TextField } from '../../../../components/forms/TextField.tsx'
import layout from '../../../../components/layout.module.css'
import { ChoicePopover } from '../../../../components/menu/ChoicePopover.tsx'
import { Line } from '../../../../components/words/Line.tsx'
import { useTranslation } from '../../../../platform/i18n/use-translation.ts'
import { useOffers } from '../../actions/offers-store.ts'
import classes from './ComposerMenu.module.css'
import { insertResource } from './insert-offer.ts'

interface ResourcesPopoverProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** A popover to attach a resource of a server to the message. */
export function ResourcesPopover({ isOpen, onClose }: ResourcesPopoverProps) {
  const { t } = useTranslation()
  return (
    <ChoicePopover title={t('offers.resources')} hint={t('offers.resourcesHint')} opened={isOpen} onClose={onClose}>
      <ResourceList onDone={onClose} />
    </ChoicePopover>
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
    <>
      <TextField
        aria-label={t('offers.search')}
        placeholder={t('offers.search')}
        value={query}
        data-autofocus
        onText={setQuery}
      />
      <div className={classes.list}>
        {found.length === 0 ? <p className={layout.quiet}>{t('models.noMatch')}</p> : null}
        {found.map(({ resources, server, serverId }) => (
          <div key={serverId}>
            <div className={classes.group}>
              <Line text={server} />
            </div>
            {resources.map(({ description, title, uri }) => (
              <Button
                kind="row"
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
    </>
  )
}
