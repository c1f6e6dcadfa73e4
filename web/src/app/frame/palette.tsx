import type { User } from '@kinbridge/contract/users/users.contract';
import { Kbd, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { createSpotlight, Spotlight, type SpotlightActionData } from '@mantine/spotlight';
import '@mantine/spotlight/styles.layer.css';
import { useEffect, useLayoutEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { IconLifebuoy, IconLogout, IconSearch } from '../../ui/icons/icons.ts';
import { IconDeviceDesktop, IconKeyboard, IconMapPin, IconMoon, IconSun } from '../../ui/icons/later-icons.ts';
import { portalRoutes } from '../portal-routes.ts';
import { findsInMenu } from '../route-access.ts';
import { logOut } from './log-out.ts';
import { menuIcons } from './menu-icons.ts';
import classes from './palette.module.css';
import { usePaletteRecords } from './palette-records.tsx';

const [store, spotlight] = createSpotlight();

interface PaletteProps {
  user: User;
  onClose: () => void;
  onSupport: () => void;
  onShortcuts: () => void;
}

/** Finds members, requests, pages and actions. Rendered only while open, so its code loads on first use. */
export function Palette({ user, onClose, onSupport, onShortcuts }: PaletteProps) {
  useLayoutEffect(() => spotlight.open(), []);
  const [query, setQuery] = useState('');
  const records = usePaletteRecords(user, query);
  const actions = useActions({ onSupport, onShortcuts });
  useEffect(selectOne);
  return (
    <Spotlight
      store={store}
      shortcut={null}
      query={query}
      onQueryChange={setQuery}
      actions={[...records.groups, { group: 'Pages', actions: usePages(user) }, { group: 'Actions', actions }]}
      nothingFound={records.looking ? 'Looking…' : 'No results. Try a name, a ticket number or a page.'}
      searchProps={{
        'aria-label': 'Find anything',
        placeholder: 'Find anything',
        leftSection: <IconSearch size={18} />,
        rightSection: (
          <Kbd size="xs" className="phone-hidden">
            Esc
          </Kbd>
        ),
        rightSectionWidth: 52,
        size: 'md',
      }}
      size={560}
      centered={false}
      yOffset={80}
      radius="lg"
      overlayProps={{ backgroundOpacity: 0.34, color: '#1d1913' }}
      transitionProps={{ transition: 'pop', duration: 120, onExited: onClose }}
      classNames={{
        content: 'bordered sheet',
        search: classes.search,
        action: `px-sm py-2xs min-h-36 medium ${classes.action}`,
        actionsGroup: `mt-2xs ${classes.group}`,
      }}
      attributes={{ content: { 'aria-label': 'Find anything' } }}
      scrollable
      maxHeight={420}
      // Arrow keys choose the rows, so the keyboard needs this element to scroll.
      scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}
    />
  );
}

/** Server results arrive after the library has chosen: Enter opens the selected entry, or else the first. */
function selectOne(): void {
  const { listId, query } = store.getState();
  const actions = [...(document.getElementById(listId)?.querySelectorAll('[data-action]') ?? [])];
  if (query.trim() === '' || actions.length === 0) return;
  const selected = Math.max(
    0,
    actions.findIndex((action) => action.hasAttribute('data-selected')),
  );
  actions[selected]?.setAttribute('data-selected', 'true');
  store.updateState((state) => ({ ...state, selected }));
}

function usePages(user: User): SpotlightActionData[] {
  const navigate = useNavigate();
  return portalRoutes
    .filter((route) => findsInMenu(route, user))
    .map(({ path, title, menu }) => {
      const PageIcon = menu && menuIcons[menu.icon];
      return {
        id: path,
        label: title,
        leftSection: PageIcon && <PageIcon size={18} />,
        onClick: () => void navigate(path),
      };
    });
}

function useActions({
  onSupport,
  onShortcuts,
}: Pick<PaletteProps, 'onSupport' | 'onShortcuts'>): SpotlightActionData[] {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme('light');
  const other = scheme === 'dark' ? 'light' : 'dark';
  return [
    {
      id: 'color-scheme',
      label: `Switch to ${other} colors`,
      keywords: 'theme mode night day',
      leftSection: other === 'dark' ? <IconMoon size={18} /> : <IconSun size={18} />,
      onClick: () => setColorScheme(other),
    },
    ...(colorScheme === 'auto'
      ? []
      : [
          {
            id: 'system-colors',
            label: 'Use system colors',
            keywords: 'theme mode night day',
            leftSection: <IconDeviceDesktop size={18} />,
            onClick: () => setColorScheme('auto'),
          },
        ]),
    {
      id: 'directory',
      label: 'Public directory of services',
      keywords: 'find help services',
      leftSection: <IconMapPin size={18} />,
      // Outside the portal, so in its own tab.
      onClick: () => void window.open('/services', '_blank', 'noopener'),
    },
    {
      id: 'support',
      label: 'Contact Support',
      keywords: 'help question',
      leftSection: <IconLifebuoy size={18} />,
      onClick: onSupport,
    },
    {
      id: 'shortcuts',
      label: 'Keyboard shortcuts',
      leftSection: <IconKeyboard size={18} />,
      onClick: onShortcuts,
    },
    {
      id: 'logout',
      label: 'Logout',
      keywords: 'sign out',
      leftSection: <IconLogout size={18} />,
      onClick: () => void logOut(),
    },
  ];
}
