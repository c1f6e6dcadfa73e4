import { caddy } from './caddy/caddy.ts';
import { firefox } from './firefox/firefox.ts';
import { haproxy } from './haproxy/haproxy.ts';
import { lemonldap } from './lemonldap/lemonldap.ts';
import { libreoffice } from './libreoffice/libreoffice.ts';
import { nginx } from './nginx/nginx.ts';
import { openapi } from './openapi/openapi.ts';
import type { Part } from './part.ts';
import { postfix } from './postfix/postfix.ts';
import { simplesamlphp } from './simplesamlphp/simplesamlphp.ts';

/** In running order; each part is a folder with the same name. */
export const parts: Part[] = [openapi, libreoffice, nginx, caddy, haproxy, simplesamlphp, lemonldap, firefox, postfix];
