/**
 * Who gets what: one row per operation of the API document, one column per actor. An operation without a row fails the
 * build. The requests are in trust/requests.ts: valid ones, about records of organization A.
 *
 * The second column is the declaration: `session` means that a session returns more, `limited` that calls are limited per
 * address, `proof` that the caller must have proved lately who they are. The actors: signed out (`out`); a member of A
 * with a sign-in; an admin of A who is pending, or was terminated and signed in again (`ended`); an employee and an admin
 * of A; an admin of A who was revoked while signed in (`former`); an employee and an admin of organization B, for whom
 * nothing of A exists; an operator; an admin of A while A waits for approval (`WAITING`).
 */
export const accessMatrix = `
                                                                                    out  member  pending  ended  employee  admin  former  B employee  B admin     operator    WAITING
POST /v1/auth/sign-up                                        public, limited        201  201     201      201    201       201    201     201         201         201         404
POST /v1/auth/verify-email                                   public, limited        400  400     400      400    400       400    400     400         400         400         400
POST /v1/auth/resend-verification                            public, limited        200  200     200      200    200       200    200     200         200         200         200
POST /v1/auth/login                                          public, limited        200  200     200      200    200       200    200     200         200         200         200
POST /v1/auth/refresh-token                                  public, limited        401  401     401      401    401       401    401     401         401         401         401
POST /v1/auth/logout                                         public, limited        204  204     204      204    204       204    204     204         204         204         204
POST /v1/auth/forgotPassword/{email}                         public, limited        200  200     200      200    200       200    200     200         200         200         200
POST /v1/auth/forgotPasswordVerify                           public, limited        400  400     400      400    400       400    400     400         400         400         400
POST /v1/auth/sso/find                                       public, limited        200  200     200      200    200       200    200     200         200         200         200
GET /v1/auth/sso/{slug}/organization                         public, limited        404  404     404      404    404       404    404     404         404         404         404
GET /v1/auth/sso/{slug}                                      public, limited        404  404     404      404    404       404    404     404         404         404         404
POST /v1/auth/sso                                            public, limited        401  401     401      401    401       401    401     401         401         401         401
POST /v1/auth/sso/link                                       public, limited        401  401     401      401    401       401    401     401         401         401         401
POST /v1/auth/sso/confirm                                    public, limited        401  401     401      401    401       401    401     401         401         401         401
GET /v1/auth/saml/{slug}/metadata                            public, limited        404  404     404      404    404       404    404     404         404         404         404
POST /v1/auth/saml/{slug}/acs                                public, limited        404  404     404      404    404       404    404     404         404         404         404
GET /v1/auth/saml/{slug}/finish                              public, limited        404  404     404      404    404       404    404     404         404         404         404
GET /v1/auth/oidc/callback                                   public, limited        403  403     403      403    403       403    403     403         403         403         403
GET /v1/organizations                                        public, session, limited 200  200     200      200    200       200    200     200         200         200         200
POST /v1/organizations                                       public, limited        201  201     201      201    201       201    201     201         201         201         201
GET /v1/organizations/{id}                                   organization:read      401  403     403      403    200       200    200     404         404         403         200
PUT /v1/organizations/{id}                                   organization:edit      401  403     403      403    403       200    403     403         404         403         200
POST /v1/organizations/{id}/invitations                      invitation:create      401  403     403      403    403       201    403     403         404         403         201
GET /v1/organizations/{id}/setup                             organization:edit      401  403     403      403    403       200    403     403         404         403         200
PUT /v1/organizations/{id}/setup                             organization:edit      401  403     403      403    403       200    403     403         404         403         200
GET /v1/organizations/{id}/sign-in                           organization:edit      401  403     403      403    403       200    403     403         404         403         200
PUT /v1/organizations/{id}/sign-in                           organization:edit, proof 401  403     403      403    403       200    403     403         404         403         200
GET /v1/organizations/{id}/saml                              single-sign-on:read    401  403     403      403    403       200    403     403         404         403         200
PUT /v1/organizations/{id}/saml                              single-sign-on:connect, proof 401  403     403      403    403       400    403     403         404         403         403
DELETE /v1/organizations/{id}/saml                           single-sign-on:remove, proof 401  403     403      403    403       200    403     403         404         403         200
GET /v1/organizations/{id}/oidc                              single-sign-on:read    401  403     403      403    403       200    403     403         404         403         200
PUT /v1/organizations/{id}/oidc                              single-sign-on:connect, proof 401  403     403      403    403       400    403     403         404         403         403
DELETE /v1/organizations/{id}/oidc                           single-sign-on:remove, proof 401  403     403      403    403       200    403     403         404         403         200
POST /v1/organizations/{id}/sign-in-domains/{domain}/check   single-sign-on:connect, proof 401  403     403      403    403       404    403     403         404         403         403
GET /v1/organizations/{id}/pending-employees                 employee:activate      401  403     403      403    403       200    403     403         404         403         200
GET /v1/organizations/{id}/scim-tokens                       scim-token:read        401  403     403      403    403       200    403     403         404         403         200
POST /v1/organizations/{id}/scim-tokens                      scim-token:create, proof 401  403     403      403    403       201    403     403         404         403         403
DELETE /v1/organizations/{id}/scim-tokens/{tokenId}          scim-token:delete, proof 401  403     403      403    403       204    403     403         404         403         204
POST /v1/invitations/resolve                                 public, limited        404  404     404      404    404       404    404     404         404         404         404
GET /v1/organizations/{id}/image                             public, session        200  200     200      200    200       200    200     200         200         200         200
GET /v1/organizations/{id}/proposed-image                    organization:read      401  403     403      403    200       200    200     404         404         403         200
DELETE /v1/organizations/{id}/proposed-profile               organization:edit      401  403     403      403    403       204    403     403         404         403         204
GET /v1/organizations/{id}/services                          organization:read      401  403     403      403    200       200    200     404         404         403         200
POST /v1/zip-codes/distances                                 organization:read      401  403     403      403    200       200    200     200         200         403         200
POST /v1/services                                            service:edit           401  403     403      403    403       201    403     403         404         403         201
POST /v1/services/updateServices                             service:edit           401  403     403      403    403       200    403     403         404         403         200
PUT /v1/services/{id}                                        service:edit           401  403     403      403    403       200    403     403         404         403         200
PUT /v1/services/{id}/availability                           service:set-availability 401  403     403      403    200       200    200     404         404         403         200
POST /v1/services/{id}/confirm                               service:confirm        401  403     403      403    200       200    200     404         404         403         200
GET /v1/services/{id}/open-requests                          service:edit           401  403     403      403    403       200    403     403         404         403         200
POST /v1/services/deleteService/{id}                         service:edit           401  403     403      403    403       204    403     403         404         403         204
GET /v1/directory/services                                   public, limited        200  200     200      200    200       200    200     200         200         200         200
GET /v1/directory/services/{id}                              public, limited        200  200     200      200    200       200    200     200         200         200         404
POST /v1/directory/services/{id}/requests                    public, limited        201  201     201      201    201       201    201     201         201         201         404
GET /v1/acts/{token}                                         public, limited        200  200     200      200    200       200    200     200         200         200         200
POST /v1/acts/{token}                                        public, limited        200  200     200      200    200       200    200     200         200         200         200
GET /v1/users/{id}                                           user:read              401  403     403      403    200       200    200     404         404         403         200
PUT /v1/users/{id}                                           user:edit              401  403     403      403    200       200    200     404         404         403         200
GET /v1/users/{id}/proposed-changes                          member:read            401  403     403      403    200       200    200     404         404         403         200
POST /v1/users/{id}/proposed-changes/{changeId}/accept       member:decide          401  403     403      403    200       200    200     404         404         403         200
POST /v1/users/{id}/proposed-changes/{changeId}/decline      member:decide          401  403     403      403    200       200    200     404         404         403         200
GET /v1/users/{id}/draft-key                                 user:read              401  404     404      404    404       404    404     404         404         404         404
GET /v1/push-key                                             security:own           401  200     200      200    200       200    200     200         200         200         200
GET /v1/users/{id}/push-subscriptions                        security:own           401  404     404      404    404       404    404     404         404         404         404
POST /v1/users/{id}/push-subscriptions                       security:own           401  404     404      404    404       404    404     404         404         404         404
DELETE /v1/users/{id}/push-subscriptions/{subscriptionId}    security:own           401  404     404      404    404       404    404     404         404         404         404
PUT /v1/users/{id}/password                                  user:edit, proof       401  404     403      403    404       404    404     404         404         404         404
GET /v1/users/{id}/sessions                                  security:own           401  404     404      404    404       404    404     404         404         404         404
DELETE /v1/users/{id}/sessions                               security:own           401  404     404      404    404       404    404     404         404         404         404
DELETE /v1/users/{id}/sessions/{sessionId}                   security:own           401  404     404      404    404       404    404     404         404         404         404
POST /v1/auth/second-factor                                  public, limited        401  401     401      401    401       401    401     401         401         401         401
POST /v1/auth/second-factor/options                          public, limited        401  401     401      401    401       401    401     401         401         401         401
POST /v1/auth/passkey/options                                public, limited        200  200     200      200    200       200    200     200         200         200         200
POST /v1/auth/passkey                                        public, limited        401  401     401      401    401       401    401     401         401         401         401
GET /v1/users/{id}/passkeys                                  security:own           401  404     404      404    404       404    404     404         404         404         404
POST /v1/users/{id}/passkeys/options                         security:own, proof    401  404     404      404    404       404    404     404         404         404         404
POST /v1/users/{id}/passkeys                                 security:own, proof    401  404     404      404    404       404    404     404         404         404         404
DELETE /v1/users/{id}/passkeys/{passkeyId}                   security:own, proof    401  404     404      404    404       404    404     404         404         404         404
GET /v1/users/{id}/totp                                      security:own           401  404     404      404    404       404    404     404         404         404         404
POST /v1/users/{id}/totp                                     security:own, proof    401  404     404      404    404       404    404     404         404         404         404
PUT /v1/users/{id}/totp                                      security:own, proof    401  404     404      404    404       404    404     404         404         404         404
POST /v1/users/{id}/totp/recovery-codes                      security:own, proof    401  404     404      404    404       404    404     404         404         404         404
DELETE /v1/users/{id}/totp                                   security:own, proof    401  404     404      404    404       404    404     404         404         404         404
GET /v1/auth/proof                                           security:own           401  200     200      200    200       200    200     200         200         200         200
POST /v1/auth/proof                                          security:own           401  204     204      204    204       204    204     204         204         204         204
POST /v1/users/{id}/activate                                 employee:activate      401  403     403      403    403       200    403     403         404         403         200
POST /v1/users/{id}/terminate                                employee:terminate, proof 401  403     403      403    403       200    403     403         404         403         200
POST /v1/users/{id}/promote-admin                            employee:promote, proof 401  403     403      403    403       200    403     403         404         403         200
POST /v1/users/{id}/revoke-admin                             employee:revoke, proof 401  403     403      403    403       200    403     403         404         403         200
POST /v1/users/{id}/sign-out                                 employee:sign-out      401  403     403      403    403       204    403     403         404         403         204
DELETE /v1/users/{id}/factors                                employee:reset-factors, proof 401  403     403      403    403       204    403     403         404         403         204
DELETE /v1/users/{id}/single-sign-on                         employee:unlink-sign-in, proof 401  403     403      403    403       204    403     403         404         403         204
POST /v1/users/{id}/reassign                                 employee:reassign      401  403     403      403    403       200    403     403         404         403         200
GET /v1/users/{id}/email-preferences                         email-preference:read  401  403     403      403    403       200    403     404         404         403         200
POST /v1/users/{id}/email-preferences                        email-preference:edit  401  403     403      403    403       201    403     404         404         403         201
PUT /v1/users/{id}/email-preferences                         email-preference:edit  401  403     403      403    403       200    403     404         404         403         200
GET /v1/organizations/{id}/members                           member:read            401  403     403      403    200       200    200     404         404         403         200
POST /v1/organizations/{id}/members/search                   member:read            401  403     403      403    200       200    200     404         404         403         200
POST /v1/organizations/{id}/members                          member:add             401  403     403      403    201       201    201     404         404         403         201
POST /v1/organizations/{id}/members/similar                  member:read            401  403     403      403    200       200    200     404         404         403         200
GET /v1/users                                                employee:list          401  403     403      403    200       200    200     404         404         403         200
POST /v1/organizations/{id}/services/upload-patients         member:upload          401  403     403      403    200       200    200     404         404         403         200
GET /v1/uploads/{id}                                         member:upload          401  403     403      403    200       200    200     404         404         403         200
GET /v1/uploads/{id}/skipped-rows                            member:upload, proof   401  403     403      403    200       200    200     404         404         403         200
GET /v1/users/{id}/duplicates                                member:read            401  403     403      403    200       200    200     404         404         403         200
PUT /v1/users/{id}/duplicates/{otherId}/dismissal            member:merge           401  403     403      403    204       204    204     404         404         403         204
DELETE /v1/users/{id}/duplicates/{otherId}/dismissal         member:merge           401  403     403      403    204       204    204     404         404         403         204
GET /v1/users/{id}/merges                                    member:read            401  403     403      403    200       200    200     404         404         403         200
POST /v1/users/{id}/merges                                   member:merge           401  403     403      403    201       201    201     404         404         403         201
POST /v1/users/{id}/merges/{mergeId}/undo                    member:merge           401  403     403      403    200       200    200     404         404         403         200
GET /v1/users/{id}/export.json                               member:export, proof   401  403     403      403    403       200    403     403         404         403         200
GET /v1/users/{id}/export.pdf                                member:export, proof   401  403     403      403    403       200    403     403         404         403         200
GET /v1/users/{id}/erasure                                   member:erase           401  403     403      403    403       200    403     403         404         403         200
POST /v1/users/{id}/erasure                                  member:erase, proof    401  403     403      403    403       200    403     403         404         403         200
GET /v1/users/{userId}/documents                             member-files:read      401  403     403      403    200       200    200     404         404         403         200
POST /v1/users/{userId}/documents                            member-files:add       401  403     403      403    201       201    201     404         404         403         201
GET /v1/users/{userId}/documents/{id}                        member-files:read      401  403     403      403    200       200    200     404         404         403         200
DELETE /v1/users/{userId}/documents/{id}                     member-files:add       401  403     403      403    403       204    403     404         404         403         204
POST /v1/service-requests                                    service-request:create 401  403     403      403    201       201    201     404         404         403         201
GET /v1/service-requests/similar                             service-request:read   401  403     403      403    200       200    200     404         404         403         200
GET /v1/service-requests/{id}                                service-request:read   401  403     403      403    200       200    200     404         404         403         200
GET /v1/service-requests/{id}/timeline                       service-request:read   401  403     403      403    200       200    200     404         404         403         200
GET /v1/service-requests/{id}/notes                          service-request:read   401  403     403      403    200       200    200     404         404         403         200
GET /v1/service-requests/{id}/file                           service-request:read   401  403     403      403    200       200    200     404         404         403         200
POST /v1/service-requests/{id}/assign/{employeeId}           service-request:assign 401  403     403      403    200       200    200     404         404         403         200
POST /v1/service-requests/{id}/transition/{newStatus}        service-request:move   401  403     403      403    200       200    200     404         404         403         200
POST /v1/service-requests/transition/{status}                service-request:move   401  403     403      403    200       200    200     404         404         403         200
GET /v1/service-requests/{id}/transition/{newStatus}/text    service-request:read   401  403     403      403    200       200    200     404         404         403         200
POST /v1/service-requests/texts                              service-request:read   401  403     403      403    200       200    200     404         404         403         200
POST /v1/notes                                               service-request:comment 401  403     403      403    201       201    201     404         404         403         201
GET /v1/notes/{id}/file                                      service-request:read   401  403     403      403    200       200    200     404         404         403         200
GET /v1/organizations/{id}/service-requests                  service-request:read   401  403     403      403    200       200    200     404         404         403         200
GET /v1/organizations/{id}/incoming-service-requests         service-request:read   401  403     403      403    200       200    200     404         404         403         200
GET /v1/organizations/{id}/service-requests/counts           service-request:read   401  403     403      403    200       200    200     404         404         403         200
GET /v1/organizations/{id}/incoming-service-requests/counts  service-request:read   401  403     403      403    200       200    200     404         404         403         200
GET /v1/organizations/{id}/service-requests/filter           service-request:read   401  403     403      403    200       200    200     404         404         403         200
GET /v1/organizations/{id}/service-requests/filter/ids       service-request:read   401  403     403      403    200       200    200     404         404         403         200
POST /v1/organizations/{id}/service-requests/search          service-request:read   401  403     403      403    200       200    200     404         404         403         200
POST /v1/organizations/{id}/incoming-service-requests/search service-request:read   401  403     403      403    200       200    200     404         404         403         200
POST /v1/organizations/{id}/service-requests/filter/search   service-request:read   401  403     403      403    200       200    200     404         404         403         200
POST /v1/organizations/{id}/service-requests/filter/ids      service-request:read   401  403     403      403    200       200    200     404         404         403         200
GET /v1/users/{id}/service-requests                          member-requests:read   401  403     403      403    200       200    200     404         404         403         200
GET /v1/users/{id}/needs-you                                 needs-you:read         401  403     403      403    404       404    404     404         404         403         404
POST /v1/users/{id}/needs-you/done                           needs-you:done         401  403     403      403    404       404    404     404         404         403         404
GET /v1/users/{id}/service-request-assignments               service-request:read   401  403     403      403    200       200    200     404         404         403         200
GET /v1/messages/getServiceRequestMessages/{id}              service-request:read   401  403     403      403    200       200    200     404         404         403         200
GET /v1/messages/getServiceRequestMessagesCsv/{id}           service-request:read, proof 401  403     403      403    200       200    200     404         404         403         200
GET /v1/messages/getPatientMessages/{patientId}              member:read            401  403     403      403    200       200    200     404         404         403         200
GET /v1/messages/getPatientMessagesCsv/{patientId}           member:read, proof     401  403     403      403    200       200    200     404         404         403         200
POST /v1/users/{id}/messages                                 member:message         401  403     403      403    201       201    201     404         404         403         403
POST /v1/messages/{id}/resend                                member:message         401  403     403      403    200       200    200     404         404         403         403
GET /v1/messages/delivery                                    mass-message:read      401  403     403      403    200       200    200     200         200         403         200
POST /v1/messages/inbound                                    public, limited        200  200     200      200    200       200    200     200         200         200         200
POST /v1/messages/status                                     public, limited        204  204     204      204    204       204    204     204         204         204         204
POST /v1/messages/sendSMSToIdsList                           mass-message:send      401  403     403      403    202       202    202     404         404         403         403
POST /v1/campaigns/preview                                   mass-message:preview   401  403     403      403    200       200    200     404         404         403         200
POST /v1/campaigns/test                                      mass-message:send      401  403     403      403    201       201    201     201         201         403         403
GET /v1/campaigns                                            mass-message:read      401  403     403      403    200       200    200     200         200         403         200
GET /v1/campaigns/{id}                                       mass-message:read      401  403     403      403    200       200    200     404         404         403         200
GET /v1/campaigns/{id}/recipients                            mass-message:read      401  403     403      403    200       200    200     404         404         403         200
POST /v1/campaigns/{id}/retry                                mass-message:send      401  403     403      403    200       200    200     404         404         403         403
POST /v1/campaigns/{id}/stop                                 mass-message:stop      401  403     403      403    200       200    200     404         404         403         200
GET /v1/events                                               events:hear            401  403     403      403    200       200    200     200         200         403         200
GET /v1/organizations/{id}/custom-messages                   custom-message:read    401  403     403      403    200       200    200     404         404         403         200
POST /v2/organizations/{id}/custom-messages                  custom-message:edit    401  403     403      403    403       201    403     403         404         403         201
PUT /v2/organizations/{id}/custom-messages                   custom-message:edit    401  403     403      403    403       200    403     403         404         403         200
GET /v1/metrics/totalRequestReceived                         metrics:read           401  403     403      403    200       200    200     404         404         403         200
GET /v1/metrics/totalRequestSent                             metrics:read           401  403     403      403    200       200    200     404         404         403         200
GET /v1/metrics/membersReferred                              metrics:read           401  403     403      403    200       200    200     404         404         403         200
GET /v1/metrics/membersServed                                metrics:read           401  403     403      403    200       200    200     404         404         403         200
GET /v1/metrics/totalReferredTo                              metrics:read           401  403     403      403    200       200    200     404         404         403         200
GET /v1/metrics/totalReferralAgencies                        metrics:read           401  403     403      403    200       200    200     404         404         403         200
GET /v1/metrics/totalRequestComplete                         metrics:read           401  403     403      403    200       200    200     404         404         403         200
GET /v1/metrics/outcomes                                     metrics:read           401  403     403      403    200       200    200     404         404         403         200
GET /v1/organizations/{id}/metrics                           metrics:read           401  403     403      403    200       200    200     404         404         403         200
GET /v1/organizations/{id}/metrics/requests                  metrics:read           401  403     403      403    200       200    200     404         404         403         200
GET /v1/organizations/{id}/metrics/report.pdf                metrics:read           401  403     403      403    200       200    200     404         404         403         200
GET /v1/organizations/{id}/metrics/report.csv                metrics:read           401  403     403      403    200       200    200     404         404         403         200
GET /v1/organizations/{id}/surveys                           form:read              401  403     403      403    200       200    200     404         404         403         200
POST /v1/surveys                                             form:publish           401  403     403      403    201       201    201     404         404         403         201
PUT /v1/surveys/{id}                                         form:publish           401  403     403      403    200       200    200     404         404         403         200
GET /v1/surveys/{id}                                         form:read              401  403     403      403    200       200    200     404         404         403         200
GET /v1/surveys/{id}/versions                                form:read              401  403     403      403    200       200    200     404         404         403         200
GET /v1/surveys/{id}/display                                 public, session, limited 404  404     404      404    200       200    200     404         404         404         200
POST /v1/surveys/import                                      form:publish           401  403     403      403    409       409    409     409         409         403         409
POST /v1/surveys/{id}/archive                                form:archive           401  403     403      403    200       200    200     404         404         403         200
POST /v1/survey-answers/submit                               public, session, limited 201  201     201      201    201       201    201     201         201         201         201
POST /v1/surveys/{uniqueSurveyId}/files                      public, session, limited 201  201     201      201    201       201    201     201         201         201         201
POST /v1/surveys/{id}/answer                                 submission:create      401  403     403      403    201       201    201     404         404         403         201
GET /v1/surveys/{id}/answers                                 submission:read        401  403     403      403    200       200    200     404         404         403         200
POST /v1/surveys/{id}/answers/search                         submission:read        401  403     403      403    200       200    200     404         404         403         200
GET /v1/surveys/{id}/answers/export                          submission:read, proof 401  403     403      403    200       200    200     404         404         403         200
GET /v1/surveys/{id}/analytics                               submission:read        401  403     403      403    200       200    200     404         404         403         200
POST /v1/survey-answers/{surveyId}/upload-responses          submission:upload      401  403     403      403    200       200    200     404         404         403         200
GET /v1/survey-answers/{surveyId}/upload-responses/{uploadId} submission:upload      401  403     403      403    200       200    200     404         404         403         200
GET /v1/survey-answers/{id}                                  submission:read        401  403     403      403    200       200    200     404         404         403         200
GET /v1/survey-answers/{id}/files/{fileId}                   submission:read        401  403     403      403    200       200    200     404         404         403         200
GET /v1/users/{id}/surveys                                   member-forms:read      401  403     403      403    200       200    200     404         404         403         200
POST /v1/users/{id}/surveys                                  form:assign            401  403     403      403    201       201    201     404         404         403         201
POST /v1/support                                             support:ask            401  202     202      202    202       202    202     202         202         403         202
GET /v1/support                                              support:read           401  200     200      200    200       200    200     200         200         403         200
GET /v1/support/{id}                                         support:read           401  404     404      404    404       404    404     404         404         403         404
POST /v1/support/{id}/read                                   support:read           401  404     404      404    404       404    404     404         404         403         404
POST /v1/support/{id}/replies                                support:ask            401  404     404      404    404       404    404     404         404         403         404
GET /v1/announcements                                        announcement:read      401  403     200      200    200       200    200     200         200         403         200
POST /v1/announcements/{id}/dismiss                          announcement:read      401  403     204      204    204       204    204     204         204         403         204
GET /v1/organizations/{id}/audit                             audit:read             401  403     403      403    403       200    403     403         404         403         200
GET /v1/organizations/{id}/audit/csv                         audit:read, proof      401  403     403      403    403       200    403     403         404         403         200
GET /v1/archive                                              service-request:read   401  403     403      403    200       200    200     200         200         403         200
GET /v1/operator/people                                      operator:read          401  403     403      403    403       403    403     403         403         200         403
GET /v1/operator/events                                      operator:read          401  403     403      403    403       403    403     403         403         200         403
GET /v1/operator/log                                         operator:read          401  403     403      403    403       403    403     403         403         200         403
GET /v1/operator/log/csv                                     operator:read, proof   401  403     403      403    403       403    403     403         403         200         403
GET /v1/operator/organizations                               operator:read          401  403     403      403    403       403    403     403         403         200         403
GET /v1/operator/organizations/{id}                          operator:read          401  403     403      403    403       403    403     403         403         200         403
POST /v1/operator/organizations/{id}/{decision}              operator:edit, proof   401  403     403      403    403       403    403     403         403         200         403
GET /v1/operator/organizations/{id}/proposed-image           operator:read          401  403     403      403    403       403    403     403         403         200         403
POST /v1/operator/organizations/{id}/proposed-profile/{decision} operator:edit, proof 401  403     403      403    403       403    403     403         403         200         403
GET /v1/operator/support                                     operator:read          401  403     403      403    403       403    403     403         403         200         403
GET /v1/operator/support/{id}                                operator:read          401  403     403      403    403       403    403     403         403         200         403
POST /v1/operator/support/{id}/answers                       operator:edit          401  403     403      403    403       403    403     403         403         201         403
PUT /v1/operator/support/{id}/assignee                       operator:edit          401  403     403      403    403       403    403     403         403         200         403
PUT /v1/operator/support/{id}/state                          operator:edit          401  403     403      403    403       403    403     403         403         200         403
GET /v1/operator/announcements                               operator:read          401  403     403      403    403       403    403     403         403         200         403
POST /v1/operator/announcements                              operator:edit          401  403     403      403    403       403    403     403         403         201         403
PUT /v1/operator/announcements/{id}                          operator:edit          401  403     403      403    403       403    403     403         403         200         403
POST /v1/operator/announcements/{id}/publish                 operator:edit          401  403     403      403    403       403    403     403         403         200         403
POST /v1/operator/announcements/{id}/end                     operator:edit          401  403     403      403    403       403    403     403         403         200         403
GET /v1/operator/system                                      operator:read          401  403     403      403    403       403    403     403         403         200         403
GET /v1/operator/system/jobs                                 operator:read          401  403     403      403    403       403    403     403         403         200         403
POST /v1/operator/system/jobs/{id}/retry                     operator:edit          401  403     403      403    403       403    403     403         403         404         403
GET /v1/operator/system/deliveries                           operator:read          401  403     403      403    403       403    403     403         403         200         403
GET /v1/operator/usage                                       operator:read          401  403     403      403    403       403    403     403         403         200         403
POST /v1/operator/usage/count                                operator:edit          401  403     403      403    403       403    403     403         403         202         403
`;
