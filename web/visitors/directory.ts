import '@fontsource-variable/figtree/wght.css';
import 'virtual:theme-variables.css';
import '@kinbridge/public/styles/directory.css';
import { enhanceHelpForm } from './help-form.ts';
import { enhanceSearch } from './search.ts';
import { linkMap } from './zip-map.ts';

// The server's pages work as they are; scripts only save reloads.
enhanceSearch();
enhanceHelpForm();
linkMap();
