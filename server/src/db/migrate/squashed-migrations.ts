export const baseline = '0021_baseline.sql';

/** The migrations that the baseline replaces, with the checksums that databases recorded. Their SQL is kept for tests. */
export const squashedMigrations = [
  ['0001_foundation.sql', '86a1f971893ea1d9f1d2858c97ef0049297781db988cd964f905e75346f29d9c'],
  ['0002_organizations.sql', '844801c52177816d751a6b807d5c8e20232b329c8d8400fe4246b7fdc7397508'],
  ['0003_users.sql', '9b61607d9f384b181bd8411a7519a50c838a303a86bba7a9815547250bda3629'],
  ['0004_audit.sql', 'e1a1f056376b78f72f0f9031796de309a45648cb133d218d873de2538e530031'],
  ['0005_messages.sql', 'a8afbf10ceab3f8ca1c4792a0bb0d193e9fad6679cc61660a83096898e98268e'],
  ['0006_members.sql', '16214b3d331f2a6d8f5343889c9e49cd64bb6b542afbfc96aee735e9c882a734'],
  ['0007_service_requests.sql', '2f54edff9013003798ce14b5ec3f8818a8e51f7b566e214f9eb5a28638798621'],
  ['0008_sms.sql', 'b0c62bb99fcf426104a13c70412fd03b54f97fe8b2511b1e859b16de18128f7f'],
  ['0009_audit_filters.sql', '56278f89d4ea4eeec4122ae5cda4238bd12ab60f5932697f86f0e54966217569'],
  ['0010_member_uploads.sql', 'b4d16827181513546d595100693b073a846457c01ab0e5ce9a33e58c970bc954'],
  ['0011_request_search.sql', '5cd023a4d8cca1346ffa2fde95f3ceacda9f74a1b9197f9dc4d900f736176dc3'],
  ['0012_member_documents.sql', 'e2461a2fb20c3de04659f3f19d54b23db34d5658383be7d1122715d3a018afaa'],
  ['0013_member_merges.sql', 'c35df4e8d1867306f626a8e5a1befca09f3b5ed9150d881b51352e42c2cc7505'],
  ['0014_surveys.sql', 'b4dce36e839354c7cc37f46e0a39b88a8e2fe46d5b8389ebc037eccd34d4d438'],
  ['0016_metrics.sql', 'fa784a8b961b818b508a074a0c3851ce5e99847062221e16238d7860e48dabbf'],
  ['0017_campaigns.sql', '23cd218426fd44939f7a10a064ce91dce53621bfc5a847c1ca6c379019a43152'],
  ['0018_member_order.sql', '6e2339abeacff0e1bcdb3569faab9866216b33fda4c43e266718a90e23101f9d'],
  ['0019_duplicate_dismissals.sql', 'dcb2c09dc6a2d87a9d51d127e111e52f25b7c1433bbeea4437bf49800ed7642e'],
  ['0020_campaign_pieces.sql', 'fca7ae20a687cc9d3a2958eb41705a627ac6a35f03b55f7f370e756fbf2ba24e'],
  ['0021_members_who_signed_up.sql', '640c288312592273c744c53905b7385fcf8356b2ef16cd469096c36233dc5a0c'],
].map(([name = '', checksum = '']) => ({ name, checksum }));
